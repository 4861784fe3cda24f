import { describe, expect, it } from 'vitest';
import { createEngine } from '../engine.js';
import { answerRequest } from './answer-request.js';

describe('the target of a request', () => {
  const answer = (target: string) => {
    const { status, body } = answerRequest(createEngine(), { target, body: '{}' });
    return { status, body: JSON.parse(new TextDecoder().decode(body)) };
  };

  it('names an operation of DynamoDB Streams', () => {
    expect(answer('DynamoDBStreams_20120810.ListStreams')).toEqual({ status: 200, body: { Streams: [] } });
  });

  it.each([
    'DynamoDB_20120810.ListStreams',
    'DynamoDBStreams_20120810.ListTables',
    'DynamoDBStreams_20120810.ListStreams.more',
    'DynamoDBStreams_20120810.',
    'DynamoDBStreams_20120810',
    'Streams.ListStreams',
    '__proto__.toString',
    '.',
  ])('%s is no operation', (target) => {
    expect(answer(target)).toEqual({
      status: 400,
      body: { __type: 'com.amazon.coral.service#UnknownOperationException' },
    });
  });

  it('of a request without its parameters brings a ValidationException', () => {
    for (const target of ['DynamoDBStreams_20120810.GetRecords', 'DynamoDBStreams_20120810.GetShardIterator']) {
      expect(answer(target)).toMatchObject({
        status: 400,
        body: { __type: 'com.amazon.coral.validate#ValidationException' },
      });
    }
  });
});
