import { beforeAll, describe, expect, it } from 'vitest';
import { asText } from '../../bench/harness/text.ts';
import { BENCH_TIMEOUT, bench, findingsOf, partsOf } from './support.ts';

const HTTP_GROUPS = [
  'reads over HTTP: CPU of the server',
  'durable writes to bare files',
  'durable writes of the store',
  'writes over HTTP: CPU of the server',
];

describe('diptych bench mediation', () => {
  let printed: string;
  beforeAll(async () => {
    printed = (await bench('mediation', '--rounds', '1', '--json')).stdout;
  }, BENCH_TIMEOUT);

  it('the benchmark measures reads and writes against plain Fastify and plain files, and their cost as the store grows', () => {
    const { headings, goals } = partsOf(asText(JSON.parse(printed)));
    expect(headings.slice(0, 4)).toEqual(HTTP_GROUPS);
    const growth = headings.slice(4).map((heading) => /^without HTTP, by (.+): /.exec(heading)?.[1]);
    expect(growth).toEqual([
      ...Array(6).fill('groups in the store'),
      ...Array(3).fill('lines of each group'),
    ]);
    expect(goals).toEqual([
      ...Array(4).fill('P7'),
      ...Array(5).fill('P6'),
      ...Array(growth.length).fill('  '),
    ]);
  });

  it('the benchmark reports each goal with the kind of time that it limits', () => {
    const found = findingsOf(printed);
    expect(found).toMatchObject({ unit: 'request', rounds: 1, node: process.version });
    const goals = found.ratios.filter(({ goal }) => goal !== undefined);
    expect(goals.map(({ goal, atLeast, by }) => `${goal} ${atLeast} ${by}`)).toEqual([
      ...Array(4).fill('P7 0.6 cpu'),
      ...Array(3).fill('P6 0.95 wall'),
      ...Array(2).fill('P6 3 wall'),
    ]);
  });
});
