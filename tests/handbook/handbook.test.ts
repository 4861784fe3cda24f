import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readWorkspaceFile, workspacePaths } from '../workspace/sources.js';
import { withoutNetwork } from './no-network.js';
import { programsOf } from './programs.js';
import { openWorkshop, type Workshop } from './workshop.js';

const programs = workspacePaths()
  .filter((path) => /^(?:README\.md|docs\/.*\.md|packages\/[^/]+\/README\.md)$/.test(path))
  .flatMap((path) => programsOf(path, readWorkspaceFile(path)));

describe('the programs in README and handbook', () => {
  let workshop: Workshop;
  let connectAgain: () => void;

  beforeAll(() => {
    workshop = openWorkshop(programs);
    connectAgain = withoutNetwork();
  });

  beforeEach(() => {
    vi.spyOn(console, 'log').mockImplementation(() => {});
    return () => vi.restoreAllMocks();
  });

  afterAll(() => {
    connectAgain();
    workshop.close();
  });

  it('compile', async () => {
    expect(programs.length === 0 ? [] : await workshop.compile()).toEqual([]);
  });

  for (const program of programs.filter(({ runs }) => runs)) {
    it(`run: ${program.document}:${program.line}`, () => workshop.run(program));
  }
});
