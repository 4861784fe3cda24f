import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { clientConfig, createEngine, type SdkRequest } from '@holdfast/engine';
import { systemRuntime } from '@holdfast/wire';
import {
  AccessDeniedError,
  a,
  classify,
  entity,
  HoldfastError,
  InDoubtError,
  InternalError,
  LimitExceededError,
  ResourceInUseError,
  ResourceNotFoundError,
  type Retry,
  ThrottledError,
  TransactionConflictError,
  TransactionInProgressError,
  table,
  transactWrite,
  ValidationError,
} from 'holdfast';
import { dynamodb } from 'holdfast/dynamodb';
import { describe, expect, it } from 'vitest';

const Note = entity('NOTE', {
  key: { pk: 'NOTE#{id}', sk: 'NOTE' },
  attributes: { id: a.string(), text: a.string() },
});
const impatient = { ...systemRuntime, sleep: async () => {} };

/** A shop behind the real SDK, whose requests are all answered, or dropped, by `answer`. */
function shopThat(answer: (request: SdkRequest) => object | Promise<object>) {
  const config = clientConfig(createEngine());
  const handle = async (request: SdkRequest) => ({ response: await answer(request) });
  const requestHandler = Object.assign(Object.create(config.requestHandler), { handle });
  const client = new DynamoDBClient({ ...config, requestHandler, maxAttempts: 1 });
  const shop = table({ name: 'shop', backend: dynamodb(client, { runtime: impatient }), entities: [Note] });
  return { shop, client };
}

/** A shop whose service answers every request by the error of this name. */
function refusing(name: string, status: number, message?: string) {
  const answer = { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message };
  const body = new TextEncoder().encode(JSON.stringify(answer));
  return shopThat(() => ({ statusCode: status, headers: { 'content-type': 'application/x-amz-json-1.0' }, body })).shop;
}

describe('what a program says wrongly of its table', () => {
  const backend = dynamodb(new DynamoDBClient(clientConfig(createEngine())), { runtime: impatient });

  it('is told with the way out where the table is missing', async () => {
    const missing = table({ name: 'nowhere', backend, entities: [Note] }).of(Note);
    for (const call of [missing.get({ id: 'a' }).send(), missing.put({ id: 'a', text: 'x' }).send()]) {
      const error = await thrownBy(call);
      expect(error).toBeInstanceOf(ResourceNotFoundError);
      expect(error.message).toContain(
        'createTable() makes what is missing, unless the client is in another Region or account',
      );
    }
  });

  it('is told with the way out where its keys have other names', async () => {
    const there = table({ name: 'there', backend, entities: [Note], keys: { pk: 'PK', sk: 'SK' } });
    await there.createTable();
    const wrong = table({ name: 'there', backend, entities: [Note] }).of(Note);
    for (const call of [
      () => wrong.get({ id: 'a' }).send(),
      () => wrong.put({ id: 'a', text: 'x' }).send(),
      () => wrong.update({ id: 'a' }).set({ text: 'x' }).send(),
      () => wrong.query({ id: 'a' }).all(),
    ]) {
      const error = await thrownBy(call());
      expect(error).toBeInstanceOf(ValidationError);
      expect(error.message).toContain('where the table calls its keys otherwise, say so by the keys of table()');
    }
  });

  it('is no fault of the request where the client has no Region', async () => {
    const region = async () => {
      throw new Error('Region is missing');
    };
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    const lost = dynamodb(new DynamoDBClient({ region, credentials }), { runtime: impatient });
    const error = await thrownBy(
      table({ name: 'there', backend: lost, entities: [Note] })
        .of(Note)
        .get({ id: 'a' })
        .send(),
    );
    expect(error).toBeInstanceOf(InternalError);
    expect(error).toMatchObject({ retry: 'no', mayHaveHappened: false });
    expect(error.message).toContain('Region is missing');
  });
});

async function thrownBy(call: Promise<unknown>): Promise<HoldfastError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HoldfastError)) throw new Error(`expected an error of the library, not ${String(error)}`);
  return error;
}

type ErrorType = abstract new (...args: never[]) => HoldfastError;
interface Row {
  readonly type: ErrorType;
  readonly retry: Retry;
  readonly retryAfter?: number;
  readonly mayHaveHappened?: boolean;
  readonly status?: number;
}

/** Every error that the service has for the operations in use, those that all of AWS's services share included. */
const rows: Readonly<Record<string, Row>> = {
  AccessDeniedException: { type: AccessDeniedError, retry: 'no' },
  ExpiredTokenException: { type: AccessDeniedError, retry: 'no' },
  IdempotentParameterMismatchException: { type: ValidationError, retry: 'no', mayHaveHappened: true },
  IncompleteSignatureException: { type: AccessDeniedError, retry: 'no' },
  InternalFailure: { type: InternalError, retry: 'repeat', retryAfter: 1_000, status: 500 },
  InternalServerError: { type: InternalError, retry: 'repeat', retryAfter: 1_000, status: 500 },
  InvalidClientTokenId: { type: AccessDeniedError, retry: 'no', status: 403 },
  InvalidEndpointException: { type: ValidationError, retry: 'no', status: 421 },
  InvalidSignatureException: { type: AccessDeniedError, retry: 'no' },
  ItemCollectionSizeLimitExceededException: { type: LimitExceededError, retry: 'no' },
  KMSAccessDeniedException: { type: AccessDeniedError, retry: 'no' },
  KMSDisabledException: { type: AccessDeniedError, retry: 'no' },
  KMSThrottlingException: { type: ThrottledError, retry: 'repeat', retryAfter: 1_000 },
  LimitExceededException: { type: LimitExceededError, retry: 'repeat', retryAfter: 10_000 },
  MissingAuthenticationTokenException: { type: AccessDeniedError, retry: 'no' },
  NotAuthorized: { type: AccessDeniedError, retry: 'no' },
  OptInRequired: { type: AccessDeniedError, retry: 'no', status: 403 },
  ProvisionedThroughputExceededException: { type: ThrottledError, retry: 'repeat', retryAfter: 1_000 },
  ReplicatedWriteConflictException: { type: TransactionConflictError, retry: 'rerun', retryAfter: 25 },
  RequestExpired: { type: AccessDeniedError, retry: 'no' },
  RequestLimitExceeded: { type: ThrottledError, retry: 'repeat', retryAfter: 1_000 },
  ResourceInUseException: { type: ResourceInUseError, retry: 'repeat', retryAfter: 10_000 },
  ResourceNotFoundException: { type: ResourceNotFoundError, retry: 'no' },
  SerializationException: { type: ValidationError, retry: 'no' },
  ServiceUnavailable: { type: InternalError, retry: 'repeat', retryAfter: 1_000, status: 503 },
  SomethingNewException: { type: ValidationError, retry: 'no' },
  SomethingNewFailure: { type: InternalError, retry: 'repeat', retryAfter: 1_000, status: 502 },
  ThrottlingException: { type: ThrottledError, retry: 'repeat', retryAfter: 1_000 },
  TransactionConflictException: { type: TransactionConflictError, retry: 'rerun', retryAfter: 25 },
  UnknownOperationException: { type: ValidationError, retry: 'no' },
  UnrecognizedClientException: { type: AccessDeniedError, retry: 'no' },
  ValidationException: { type: ValidationError, retry: 'no' },
};
/** What only makes sense of a condition or a transaction is tested where those are. */
const elsewhere = [
  'ConditionalCheckFailedException',
  'TransactionCanceledException',
  'TransactionInProgressException',
  'DynamoDBServiceException',
];

describe('the errors of the service', () => {
  it('are all in the table that these tests go through', () => {
    const folder = createRequire(import.meta.url)
      .resolve('@aws-sdk/client-dynamodb/package.json')
      .replace('package.json', '');
    const operations = readFileSync(
      new URL('../../packages/holdfast/src/dynamodb/commands.ts', import.meta.url),
      'utf8',
    );
    const commands = [...new Set(operations.match(/\b[A-Z]\w+Command\b/g))].filter((each) => !/^(Any|Make)/.test(each));
    expect(commands.length).toBeGreaterThan(20);
    const thrown = commands.flatMap((command) => {
      const declared = readFileSync(`${folder}dist-types/commands/${command}.d.ts`, 'utf8');
      return [...declared.matchAll(/@throws \{@link (\w+)\}/g)].map(([, name = '']) => name);
    });
    expect([...new Set(thrown)].filter((name) => rows[name] === undefined && !elsewhere.includes(name))).toEqual([]);
  });

  it.each(Object.entries(rows))(
    '%s, of a read',
    async (name, { type, retry, retryAfter, mayHaveHappened = false, status = 400 }) => {
      const error = await thrownBy(refusing(name, status).of(Note).get({ id: 'a' }).send({ maxAttempts: 1 }));
      expect(error).toBeInstanceOf(type);
      expect(error).toMatchObject({ retry, mayHaveHappened, retryAfter });
      expect(error.cause).toMatchObject({ name });
      // beneath it, the SDK's own
      expect((error.cause as Error).cause).toMatchObject({ name, $metadata: { httpStatusCode: status } });
      expect(classify(error)).toEqual({ kind: error.name, retry, retryAfter, mayHaveHappened });
    },
  );

  it.each(Object.entries(rows))(
    '%s, of a write',
    async (name, { type, retry, retryAfter, mayHaveHappened = false, status = 400 }) => {
      const put = refusing(name, status).of(Note).put({ id: 'a', text: 'x' });
      const error = await thrownBy(put.send({ maxAttempts: 1 }));
      if (status >= 500) {
        expect(error).toBeInstanceOf(InDoubtError);
        expect(error).toMatchObject({ retry: 'no', mayHaveHappened: true, retryAfter: undefined });
      } else {
        expect(error).toBeInstanceOf(type);
        expect(error).toMatchObject({ retry, mayHaveHappened, retryAfter });
      }
    },
  );

  it.each(Object.entries(rows))(
    '%s, as the SDK throws it and by its name alone',
    async (name, { type, status = 400 }) => {
      const { client } = shopThat(() => {
        const body = new TextEncoder().encode(JSON.stringify({ __type: name }));
        return { statusCode: status, headers: {}, body };
      });
      const expected = (readOnly: boolean) => {
        if (status >= 500 && !readOnly) return { kind: 'InDoubtError', mayHaveHappened: true, retry: 'no' };
        const kind = (type as unknown as { readonly kind: string }).kind;
        return { kind, mayHaveHappened: !readOnly && name.startsWith('Idempotent') };
      };
      const { ListTablesCommand } = await import('@aws-sdk/client-dynamodb');
      const raw: unknown = await client.send(new ListTablesCommand({})).catch((thrown: unknown) => thrown);
      expect(classify(raw)).toMatchObject(expected(false));
      expect(classify(raw, { readOnly: true })).toMatchObject(expected(true));
      if (!name.startsWith('SomethingNew') && status !== 421) expect(classify({ name })).toMatchObject(expected(false));
    },
  );

  it.each([
    ['The table does not have the specified index: byDay', ResourceNotFoundError, 'no'],
    ['Cannot read from backfilling global secondary index: byDay', ResourceInUseError, 'repeat'],
    ['One or more parameter values were invalid: throttling backfill', ValidationError, 'no'],
  ] as const)('of an index, which the message alone tells: %s', async (message, type, retry) => {
    const notes = refusing('ValidationException', 400, message).of(Note);
    const error = await thrownBy(notes.query({ id: 'a' }).all());
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ retry, cause: { name: 'ValidationException' } });
  });

  it('of a transaction in progress: it may take place, and the same token tells', async () => {
    const shop = refusing('TransactionInProgressException', 400);
    const error = await thrownBy(
      transactWrite([shop.of(Note).create({ id: 'a', text: 'x' })]).send({ maxAttempts: 1 }),
    );
    expect(error).toBeInstanceOf(TransactionInProgressError);
    expect(error).toMatchObject({ retry: 'repeat', mayHaveHappened: true, retryAfter: 5_000 });
  });
});

describe('what befalls the network', () => {
  const failures = [
    { code: 'ECONNREFUSED', syscall: 'connect', isOut: false },
    { code: 'ENOTFOUND', syscall: 'getaddrinfo', isOut: false },
    { code: 'ETIMEDOUT', syscall: 'connect', isOut: false },
    { code: 'ETIMEDOUT', syscall: 'read', isOut: true },
    { code: 'ECONNRESET', syscall: 'read', isOut: true },
    { code: 'EPIPE', syscall: 'write', isOut: true },
    { name: 'TimeoutError', isOut: true },
    {
      name: 'TimeoutError',
      message: 'the request socket did not establish a connection with the server',
      isOut: false,
    },
    // a host with several addresses
    { code: 'ETIMEDOUT', errors: [{ syscall: 'connect' }, { syscall: 'connect' }], isOut: false },
    { code: 'ETIMEDOUT', errors: [], isOut: true },
  ];

  it.each(failures)('$code $name $syscall', async ({ isOut, ...members }) => {
    const failure = () => Object.assign(new Error('the network failed'), members);
    const notes = shopThat(() => Promise.reject(failure())).shop.of(Note);
    const read = await thrownBy(notes.get({ id: 'a' }).send({ maxAttempts: 1 }));
    expect(read).toBeInstanceOf(InternalError);
    expect(read).toMatchObject({ retry: 'repeat', mayHaveHappened: false, retryAfter: 1_000 });
    const write = await thrownBy(notes.put({ id: 'a', text: 'x' }).send({ maxAttempts: 1 }));
    expect(write).toBeInstanceOf(isOut ? InDoubtError : InternalError);
    expect(write.mayHaveHappened).toBe(isOut);
    expect(classify(failure())).toMatchObject({
      kind: isOut ? 'InDoubtError' : 'InternalError',
      mayHaveHappened: isOut,
      retry: isOut ? 'no' : 'repeat',
    });
    expect(classify(failure(), { readOnly: true })).toMatchObject({ kind: 'InternalError', retry: 'repeat' });
  });

  it('is never reached without credentials', async () => {
    const config = clientConfig(createEngine());
    const credentials = async () => {
      throw Object.assign(new Error('Could not load credentials'), { name: 'CredentialsProviderError' });
    };
    const { signer: _, ...signed } = config;
    const client = new DynamoDBClient({ ...signed, credentials, maxAttempts: 1 });
    const notes = table({ name: 'shop', backend: dynamodb(client), entities: [Note] }).of(Note);
    for (const call of [notes.get({ id: 'a' }).send(), notes.put({ id: 'a', text: 'x' }).send()]) {
      const error = await thrownBy(call);
      expect(error).toBeInstanceOf(AccessDeniedError);
      expect(error).toMatchObject({ mayHaveHappened: false, cause: { name: 'CredentialsProviderError' } });
    }
  });
});
