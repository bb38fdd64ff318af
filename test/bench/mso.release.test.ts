import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BENCH_TIMEOUT, bench, findingsOf, partsOf } from './support.ts';

describe('diptych bench mso', { timeout: BENCH_TIMEOUT }, () => {
  it('the benchmark measures diptych against primitives and other libraries, and reports each goal as a ratio', async () => {
    const { stdout } = await bench('mso', '--rounds', '1');
    const { headings, goals } = partsOf(stdout);
    expect(headings).toEqual(['primitives', 'limits: primitives added up', 'diptych', 'peers, issue only']);
    expect(goals).toEqual(['P1', 'P1', 'P2', 'P2', 'P2']);
  });

  it('the benchmark prints the same figures as JSON', async () => {
    const { stdout } = await bench('mso', '--rounds', '1', '--json');
    const found = findingsOf(stdout);
    expect(found).toMatchObject({ unit: 'MSO', rounds: 1, node: process.version });
    const goals = found.ratios.filter(({ goal }) => goal !== undefined);
    expect(goals.map(({ atLeast }) => atLeast)).toEqual([0.85, 0.88, 10, 4, 1.5]);
  });
});

describe('The command diptych bench', () => {
  it('diptych bench lists the benchmarks', async () => {
    const { stdout } = await bench('--help');
    const listed = stdout.match(/^ {2}\w+(?= {2})/gm)?.map((name) => name.trim());
    const folders = globSync('*/bench.ts', { cwd: new URL('../../bench', import.meta.url) }).map(dirname);
    expect(listed?.sort()).toEqual(folders.filter((name) => name !== 'harness').sort());
  });

  it.each([
    [[]],
    [['unknown']],
    [['mso', '--rounds', '0']],
    [['mso', '--rounds', 'x']],
    [['mso', '--fast']],
    [['mso', '--full']],
  ])('diptych bench refuses %j with its usage and exit status 2', async (args) => {
    await expect(bench(...args)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('npm run bench'),
    });
  });
});
