import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createEngine } from '@holdfast/engine';
import { a, entity, table } from 'holdfast';
import { etag, ifMatch, toProblem } from 'holdfast/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const Account = entity('ACCOUNT', {
  key: { pk: 'ACCOUNT#{id}', sk: 'BALANCE' },
  attributes: { id: a.string(), balance: a.number(), revision: a.version() },
});

/** A service with one kind of resource, as a program would write it. */
async function startService() {
  const bank = table({ name: 'bank', backend: createEngine().backend(), entities: [Account] });
  await bank.createTable();
  const accounts = bank.of(Account);

  async function answer({ method, url = '', headers }: IncomingMessage, body: string) {
    const id = decodeURIComponent(url.slice('/accounts/'.length));
    if (method === 'GET') {
      const account = await accounts.get({ id }).consistent().orThrow();
      return { status: 200, headers: { etag: etag(account.revision) }, body: account };
    }
    const { balance } = JSON.parse(body);
    if (method === 'POST') {
      const created = await accounts.create({ id, balance }).send();
      return { status: 201, headers: { etag: etag(created.revision) }, body: created };
    }
    if (method === 'PATCH') {
      const { revision } = await accounts.get({ id }).consistent().orThrow();
      const version = ifMatch(headers['if-match'], revision);
      await accounts.update({ id }).set({ balance }).ifVersion(version).send();
      return { status: 200, headers: { etag: etag(version + 1) }, body: { id, balance } };
    }
    const version = ifMatch(headers['if-match']);
    const stored = await accounts.put({ id, balance, revision: version }).send();
    return { status: 200, headers: { etag: etag(stored.revision) }, body: stored };
  }

  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { status, headers, body } = await answer(request, Buffer.concat(chunks).toString()).catch((error) =>
      toProblem(error, { instance: request.url }),
    );
    response.writeHead(status, { ...headers }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

describe('an HTTP service', () => {
  let service: Awaited<ReturnType<typeof startService>>;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  async function call(method: string, id: string, balance?: unknown, header?: string) {
    const response = await fetch(`${service.origin}/accounts/${id}`, {
      method,
      ...(balance === undefined ? {} : { body: JSON.stringify({ balance }) }),
      ...(header === undefined ? {} : { headers: { 'if-match': header } }),
    });
    const { status, headers } = response;
    return { status, etag: headers.get('etag'), type: headers.get('content-type'), body: await response.json() };
  }

  it('changes what the client has read, and nothing else', async () => {
    expect(await call('GET', 'ann')).toMatchObject({ status: 404, type: 'application/problem+json' });
    expect(await call('POST', 'ann', 10)).toMatchObject({ status: 201, etag: '"1"' });
    expect(await call('PUT', 'ann', 20)).toMatchObject({ status: 428, body: { instance: '/accounts/ann' } });
    expect(await call('PUT', 'ann', 20, 'W/"1"')).toMatchObject({ status: 412 });
    expect(await call('PUT', 'ann', 20, '1')).toMatchObject({ status: 400 });
    expect(await call('PUT', 'ann', 'much', '"1"')).toMatchObject({ status: 400 });
    expect(await call('PUT', 'ann', 20, '"1"')).toMatchObject({ status: 200, etag: '"2"' });
    expect(await call('PUT', 'ann', 30, '"1"')).toMatchObject({ status: 412 });
    expect(await call('GET', 'ann')).toMatchObject({ status: 200, etag: '"2"', body: { balance: 20 } });
  });

  it('answers to any version and to lists where it has read', async () => {
    await call('POST', 'bob', 10);
    expect(await call('PATCH', 'bob', 1, '*')).toMatchObject({ status: 200, etag: '"2"' });
    expect(await call('PATCH', 'bob', 2, '"1", "2"')).toMatchObject({ status: 200, etag: '"3"' });
    expect(await call('PATCH', 'bob', 3, '"1", "2"')).toMatchObject({ status: 412 });
    expect(await call('PATCH', 'nobody', 3, '*')).toMatchObject({ status: 404 });
  });

  it('lets one of several writers of one version through', async () => {
    await call('POST', 'eve', 0);
    const answers = await Promise.all([1, 2, 3, 4].map((balance) => call('PUT', 'eve', balance, '"1"')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });

  it('tells the client nothing of the condition that failed', async () => {
    await call('POST', 'sue', 10);
    const { status, body } = await call('POST', 'sue', 20);
    expect(status).toBe(409);
    expect(JSON.stringify(body).replace('/accounts/sue', '')).not.toMatch(/sue|BALANCE|bank|10/);
  });
});
