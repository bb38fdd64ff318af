import { describe, expect, it } from 'vitest';
import { chunksOf, sizeOf } from '../../../../../../src/client/import/chunks.ts';
import { allOf } from '../../../../../../src/client/pages.ts';
import { Abandoned } from '../../../../frame/abandoned.ts';
import { type Job, newJob, SHOWN } from './job.ts';
import { type Board, checkAll, importAll } from './run.ts';
import type { HolderImport, Placed } from './source.ts';

const holder = (id: string): HolderImport => ({ id, elements: {} });
const placedAt = (row: number, one: HolderImport): Placed => ({ row, holder: one, ...sizeOf(one) });
const placed = (count: number): readonly Placed[] =>
  Array.from({ length: count }, (_, index) => placedAt(index + 2, holder(`h-${index}`)));

function board() {
  let job: Job = newJob('holders.csv', 'u-1');
  let isGivenUp = false;
  const shown: Job[] = [];
  const own: Board = {
    show: (change) => {
      job = change(job);
      shown.push(job);
    },
    isGivenUp: () => isGivenUp,
  };
  const giveUp = () => {
    isGivenUp = true;
  };
  return { ...own, job: () => job, shown, giveUp };
}

const unchanged = (holders: readonly HolderImport[]) => ({
  holders: holders.map(({ id }) => ({
    id,
    result: 'created' as const,
    supersededCredentials: 0,
    changedElements: [],
  })),
});

describe('The requests of an import', () => {
  it('a request of an import has at most a hundred records', async () => {
    const chunks = await allOf(chunksOf(placed(250)));
    expect(chunks.map(({ length }) => length)).toEqual([100, 100, 50]);
  });

  it('a request of an import has at most one and a half megabytes', async () => {
    const large = { id: 'h', elements: { n: { portrait: 'A'.repeat(1024 * 1024) } } };
    expect(await allOf(chunksOf([1, 2].map((row) => placedAt(row, large))))).toHaveLength(2);
  });
});

describe('Checking a file', () => {
  const check = async (holders: readonly HolderImport[]) => ({
    holders: holders.map(({ id }) => ({
      id,
      result: 'refused' as const,
      changedElements: [],
      findings: [
        { severity: 'error' as const, path: 'elements/n/sex', problem: 'is missing', rule: 'Table 5' },
      ],
    })),
  });

  it('the check reports its progress, and each fault with row and column', async () => {
    const to = board();
    const sources = [{ row: 2, record: holder('h-1') }];
    await checkAll({ sources, headings: ['id', 'sex'], headingProblems: [] }, { check }, to);
    expect(to.job()).toMatchObject({
      phase: 'checked',
      done: 1,
      total: 1,
      counts: { refused: 1 },
      findings: [{ row: 2, column: 'sex', id: 'h-1', problem: 'is missing' }],
    });
    await checkAll({ sources, headings: ['id'], headingProblems: [] }, { check }, to);
    expect(to.job().findings[1]).toMatchObject({ column: 'sex' });
  });

  it('a repeated id, and a value that is not a record, are refused', async () => {
    const to = board();
    const records = [holder('h-1'), holder('h-1'), { name: 'x' }];
    const sources = records.map((record, index) => ({ row: index + 1, record }));
    await checkAll({ sources, headings: [], headingProblems: [] }, { check }, to);
    expect(to.job().findings).toMatchObject([
      { row: 2, problem: { kind: 'again', text: '1' } },
      { row: 3, problem: { kind: 'noRecord' } },
      { row: 1, problem: 'is missing' },
    ]);
  });

  it('the check keeps the first faults and counts the others', async () => {
    const to = board();
    const sources = Array.from({ length: SHOWN + 3 }, (_, index) => ({
      row: index,
      record: holder(`h-${index}`),
    }));
    await checkAll({ sources, headings: [], headingProblems: [] }, { check }, to);
    expect([to.job().findings.length, to.job().moreFindings]).toEqual([SHOWN, 3]);
  });
});

describe('Importing', () => {
  it('an import counts the stored records', async () => {
    const to = board();
    const left = await importAll(placed(250), { import: async (holders) => unchanged(holders) }, to);
    expect(left).toEqual([]);
    expect(to.shown.map(({ imported }) => imported)).toEqual([0, 100, 200, 250, 250]);
    expect(to.job()).toMatchObject({ phase: 'done', lastId: 'h-249' });
  });

  it('an import keeps the records that wait for a second person, to send them again', async () => {
    const to = board();
    let calls = 0;
    const left = await importAll(
      placed(150),
      {
        import: async (holders) => {
          calls += 1;
          return calls === 1 ? { approval: { id: 'a-1' } } : unchanged(holders);
        },
      },
      to,
    );
    expect(left).toHaveLength(100);
    expect(to.job()).toMatchObject({
      phase: 'done',
      imported: 50,
      waiting: [{ approvalId: 'a-1', records: 100 }],
    });
  });

  it('an import stops at a failure and can continue with the remaining records', async () => {
    const to = board();
    let calls = 0;
    const failing = async (holders: readonly HolderImport[]) => {
      calls += 1;
      if (calls === 2) throw new Error('gone');
      return unchanged(holders);
    };
    const left = await importAll(placed(250), { import: failing }, to);
    expect([to.job().phase, to.job().imported, left.length]).toEqual(['failed', 100, 150]);
    await importAll(left, { import: failing }, to);
    expect([to.job().phase, to.job().imported]).toEqual(['done', 250]);
  });

  it('an import stops if the person cancels signing in again', async () => {
    const to = board();
    const left = await importAll(
      placed(150),
      {
        import: async () => {
          throw new Abandoned();
        },
      },
      to,
    );
    expect([to.job().phase, to.job().error, left.length]).toEqual(['stopped', undefined, 150]);
  });

  it('an import can be stopped between two requests', async () => {
    const to = board();
    const left = await importAll(
      placed(250),
      {
        import: async (holders) => {
          to.giveUp();
          return unchanged(holders);
        },
      },
      to,
    );
    expect([to.job().phase, to.job().imported, left.length]).toEqual(['stopped', 100, 150]);
  });
});
