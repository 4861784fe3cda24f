import { get } from 'node:http';
import { createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { withoutNetwork } from './no-network.js';
import { programsOf } from './programs.js';
import { openWorkshop } from './workshop.js';

const text = `
\`\`\`ts
import { systemRuntime } from '@holdfast/wire';
const later: number = await Promise.resolve(systemRuntime.now());
if (!(later > 0)) throw new Error('no time');
\`\`\`

\`\`\`ts
import { noSuchName } from '@holdfast/wire';
const count: number = 'one';
\`\`\`

\`\`\`ts
const ready = true;

await Promise.resolve();
if (ready) throw new RangeError('out of stock');
\`\`\`
`;
const programs = programsOf('docs/a.md', text);
const [good, , throwing] = programs;
const workshop = openWorkshop(programs);

afterAll(() => workshop.close());

describe('a program that does not compile', () => {
  it('is named by its line and column in the document, each message on its own', async () => {
    expect(await workshop.compile()).toEqual([
      expect.stringMatching(/^docs\/a\.md:9:10: error TS2305: .*noSuchName/),
      expect.stringMatching(/^docs\/a\.md:10:7: error TS2322: /),
    ]);
  });
});

describe('a program that runs', () => {
  it('sees the packages by their names', async () => {
    expect(good).toBeDefined();
    if (good !== undefined) await workshop.run(good);
  });

  it('is named by its line in the document where it throws', async () => {
    expect(throwing).toBeDefined();
    if (throwing === undefined) return;
    await expect(workshop.run(throwing)).rejects.toThrow('docs/a.md:17: RangeError: out of stock');
  });
});

describe('without a network', () => {
  it('sockets reach this machine and no other', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const connectAgain = withoutNetwork();
    try {
      await expect(fetch('http://192.0.2.1/')).rejects.toThrow();
      expect(() => get('http://dynamodb.us-east-1.amazonaws.com/')).toThrow('calls dynamodb.us-east-1.amazonaws.com');
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const connected = new Promise((resolve) => server.once('connection', resolve));
      get({ host: '127.0.0.1', port }).on('error', () => {});
      await connected;
    } finally {
      connectAgain();
      server.close();
    }
  });
});
