import { ServiceError } from '@holdfast/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../index.js';
import { answerRequest } from './answer-request.js';
import type { Executor } from './executor.js';

const runtime = { random: () => 0.5 };

function engine(executeUntyped: (operation: string, input: unknown) => unknown): Executor {
  return { runtime, region: 'us-east-1', executeUntyped };
}

/** What the engine is handed for this body. */
function received(operation: string, body: unknown): unknown {
  let seen: unknown;
  const answer = ask(
    engine((_, input) => {
      seen = input;
      return {};
    }),
    operation,
    JSON.stringify(body),
  );
  return answer.status === 200 ? seen : answer.json;
}

function ask(target: Executor, operation: string, body: string | Uint8Array, refusal?: ServiceError) {
  const answer = answerRequest(target, { target: `DynamoDB_20120810.${operation}`, body, refusal });
  return { ...answer, json: JSON.parse(new TextDecoder().decode(answer.body)) };
}

function failing(error: unknown): Executor {
  return engine(() => {
    throw error;
  });
}

describe('a request that fits', () => {
  it('reaches the engine with bytes in place of base64, wherever attribute values stand', () => {
    const bytes = { B: 'AQID' };
    const nested = { L: [{ M: { __proto__x: bytes } }, { BS: ['AQ==', ''] }] };
    const decoded = {
      L: [{ M: { __proto__x: { B: Uint8Array.of(1, 2, 3) } } }, { BS: [Uint8Array.of(1), Uint8Array.of()] }],
    };
    expect(received('PutItem', { TableName: 't', Item: { a: nested } })).toEqual({
      TableName: 't',
      Item: { a: decoded },
    });
    expect(
      received('TransactWriteItems', {
        TransactItems: [
          { Put: { TableName: 't', Item: { pk: bytes } } },
          { Update: { TableName: 't', Key: { pk: bytes }, ExpressionAttributeValues: { ':v': bytes } } },
        ],
      }),
    ).toEqual({
      TransactItems: [
        { Put: { TableName: 't', Item: { pk: { B: Uint8Array.of(1, 2, 3) } } } },
        {
          Update: {
            TableName: 't',
            Key: { pk: { B: Uint8Array.of(1, 2, 3) } },
            ExpressionAttributeValues: { ':v': { B: Uint8Array.of(1, 2, 3) } },
          },
        },
      ],
    });
    expect(received('Query', { TableName: 't', ExclusiveStartKey: { pk: bytes }, Limit: 3 })).toEqual({
      TableName: 't',
      ExclusiveStartKey: { pk: { B: Uint8Array.of(1, 2, 3) } },
      Limit: 3,
    });
  });

  it('takes any attribute name for a name only', () => {
    const input = ask(
      engine((_, input) => ({ Attributes: (input as { Item: unknown }).Item })),
      'PutItem',
      '{"TableName":"t","Item":{"__proto__":{"S":"a"},"constructor":{"M":{"__proto__":{"B":"AQ=="}}}}}',
    );
    expect(new TextDecoder().decode(input.body)).toBe(
      '{"Attributes":{"__proto__":{"S":"a"},"constructor":{"M":{"__proto__":{"B":"AQ=="}}}}}',
    );
  });

  it('reaches the engine as it is wherever it does not look as it should', () => {
    const odd = {
      TableName: 5,
      AttributesToGet: ['a'],
      Item: { a: {}, b: null, c: { X: 1, B: null }, d: { S: 1, L: {}, M: [] }, e: 'e', f: { BS: 'x', B: [1] } },
      ExpressionAttributeValues: [],
    };
    expect(received('PutItem', odd)).toEqual(odd);
    expect(received('TransactWriteItems', { TransactItems: [null, 1, { Put: 'x' }] })).toEqual({
      TransactItems: [null, 1, { Put: 'x' }],
    });
  });

  it('is answered with base64 in place of bytes', () => {
    const item = { pk: { S: 'a' }, bytes: { B: Uint8Array.of(1, 2, 3) } };
    const json = { pk: { S: 'a' }, bytes: { B: 'AQID' } };
    const answered = (operation: string, output: unknown) =>
      ask(
        engine(() => output),
        operation,
        '{}',
      ).json;
    expect(answered('GetItem', { Item: item })).toEqual({ Item: json });
    expect(answered('Query', { Items: [item], Count: 1, LastEvaluatedKey: item })).toEqual({
      Items: [json],
      Count: 1,
      LastEvaluatedKey: json,
    });
    expect(answered('TransactGetItems', { Responses: [{}, { Item: item }] })).toEqual({
      Responses: [{}, { Item: json }],
    });
    expect(
      answered('UpdateItem', { Attributes: { l: { L: [{ BS: [Uint8Array.of(1), Buffer.from('b')] }] } } }),
    ).toEqual({
      Attributes: { l: { L: [{ BS: ['AQ==', 'Yg=='] }] } },
    });
  });

  it('is answered with the headers of the service', () => {
    const answer = ask(
      engine(() => undefined),
      'PutItem',
      '{}',
    );
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({});
    expect(answer.headers).toEqual({
      'content-type': 'application/x-amz-json-1.0',
      'content-length': '2',
      'x-amzn-requestid': expect.stringMatching(/^[0-9A-V]{52}$/),
      'x-amz-crc32': '2745614147',
    });
  });
});

describe('a request that does not fit', () => {
  const untouched = failing(new Error('was called'));

  it('is refused where the body is no JSON object in UTF-8', () => {
    for (const body of ['hi', '', '[]', '"a"', '{"a":', '7', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d)]) {
      const { status, json } = ask(untouched, 'PutItem', body);
      expect([status, json]).toEqual([400, { __type: 'com.amazon.coral.service#SerializationException' }]);
    }
    expect(ask(untouched, 'PutItem', 'hi').headers['x-amz-crc32']).toBe('3948637019');
  });

  it('is refused where the operation is unknown', () => {
    for (const operation of ['ListTable', '', 'toString', '__proto__', 'PutItem.x']) {
      const { status, json } = ask(untouched, operation, '{}');
      expect([status, json]).toEqual([400, { __type: 'com.amazon.coral.service#UnknownOperationException' }]);
    }
    const answer = answerRequest(untouched, { target: undefined, body: '{}' });
    expect(answer.headers['x-amz-crc32']).toBe('1368724161');
  });

  it('is told of missing credentials only after body and target', () => {
    const refusal = new ServiceError('MissingAuthenticationTokenException', 'Request is missing Authentication Token');
    expect(ask(untouched, 'PutItem', 'hi', refusal).json.__type).toContain('#SerializationException');
    expect(ask(untouched, 'Nothing', '{}', refusal).json.__type).toContain('#UnknownOperationException');
    expect(ask(untouched, 'PutItem', '{}', refusal).json).toEqual({
      __type: 'com.amazon.coral.service#MissingAuthenticationTokenException',
      message: 'Request is missing Authentication Token',
    });
    expect(ask(untouched, 'PutItem', '{}', refusal).headers['x-amz-crc32']).toBe('2088342776');
  });

  it.each([
    ['23456', 'Base64 encoded length is expected a multiple of 4 bytes but found: 5'],
    ['+/+=', 'Invalid last non-pad Base64 character dectected'],
    ['=+/=', 'Invalid last non-pad Base64 character dectected'],
    ['ab-_', "Invalid Base64 character: '-'"],
    ['AQ==AQ==', 'Invalid last non-pad Base64 character dectected'],
  ])('is refused where %j should be base64', (text, message) => {
    for (const value of [{ B: text }, { BS: ['AQ==', text] }, { M: { b: { L: [{ B: text }] } } }]) {
      const { status, json } = ask(untouched, 'PutItem', JSON.stringify({ Item: { a: value } }));
      expect(status).toBe(400);
      expect(json).toEqual({ __type: 'com.amazon.coral.service#SerializationException', Message: message });
    }
  });

  it('is refused, not fatal, where it is nested without end', () => {
    const levels = 1_000_000;
    const body = `{"Item":{"a":${'{"L":['.repeat(levels)}${']}'.repeat(levels)}}}`;
    expect(ask(untouched, 'PutItem', body).json).toEqual({
      __type: 'com.amazon.coral.validate#ValidationException',
      message: 'Nesting Levels have exceeded supported limits',
    });
    expect(ask(untouched, 'PutItem', '['.repeat(levels)).json.__type).toContain('#SerializationException');
  });
});

describe('an error of the engine', () => {
  it('is told with its stored item', () => {
    const error = new ServiceError('ConditionalCheckFailedException', 'The conditional request failed', {
      item: { pk: { B: Uint8Array.of(1) } },
    });
    const { status, json } = ask(failing(error), 'PutItem', '{}');
    expect([status, json]).toEqual([
      400,
      {
        __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException',
        message: 'The conditional request failed',
        Item: { pk: { B: 'AQ==' } },
      },
    ]);
  });

  it('is told with its cancellation reasons', () => {
    const error = new ServiceError('TransactionCanceledException', 'Transaction cancelled', {
      cancellationReasons: [
        { Code: 'None' },
        {
          Code: 'ConditionalCheckFailed',
          Message: 'The conditional request failed',
          Item: { b: { B: Uint8Array.of(1) } },
        },
      ],
    });
    expect(ask(failing(error), 'TransactWriteItems', '{}').json).toEqual({
      __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
      Message: 'Transaction cancelled',
      CancellationReasons: [
        { Code: 'None' },
        { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', Item: { b: { B: 'AQ==' } } },
      ],
    });
  });

  it('is a 500 that names the failure where it is no answer of the service', () => {
    const { status, json } = ask(failing(new RangeError('out of order')), 'PutItem', '{}');
    expect([status, json.__type]).toEqual([500, 'com.amazonaws.dynamodb.v20120810#InternalServerError']);
    expect(json.message).toContain('RangeError: out of order');
  });
});

describe('any request', () => {
  it('comes out of the engine as it went in', () => {
    const bytes = fc.uint8Array({ maxLength: 20 });
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.record({ S: fc.string({ unit: 'binary' }) }),
        fc.record({ B: bytes }),
        fc.record({ BS: fc.array(bytes, { maxLength: 3 }) }),
        fc.record({ L: fc.array(tie('value'), { maxLength: 3 }) }),
        fc.record({ M: fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }) }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (item) => {
        let stored: unknown;
        const json = (output: unknown) =>
          ask(
            engine(() => output),
            'GetItem',
            '{}',
          ).body;
        const echo = engine((_, input) => {
          stored = (input as { readonly Key: unknown }).Key;
          return { Item: stored };
        });
        const sent = JSON.parse(new TextDecoder().decode(json({ Item: item })));
        const answer = ask(echo, 'GetItem', JSON.stringify({ Key: sent.Item }));
        expect(stored).toEqual(item);
        expect(answer.json).toEqual(sent);
      }),
    );
  });

  it('is answered, whatever it is', () => {
    const target = createEngine();
    const operation = fc.constantFrom('PutItem', 'TransactWriteItems', 'Query', 'CreateTable', 'Nothing', '');
    const body = fc.oneof(
      fc.uint8Array(),
      fc.json(),
      fc.json().map((json) => `{"TableName":"abc","Item":${json}}`),
    );
    fc.assert(
      fc.property(operation, body, (name, content) => {
        const { status, json } = ask(target, name, content);
        expect([status, typeof json.__type]).toEqual([400, 'string']);
      }),
    );
  });
});
