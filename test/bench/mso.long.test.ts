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
    expect(stdout.match(/^ {2}\w+(?= {2})/gm)?.map((name) => name.trim())).toEqual([
      'mso',
      'issuer',
      'mediation',
      'reports',
      'serve',
      'ingest',
      'stack',
      'start',
      'load',
    ]);
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
