import { beforeAll, describe, expect, it } from 'vitest';
import { BENCH_TIMEOUT, bench, findingsOf } from './support.ts';

describe('diptych bench serve', () => {
  let printed: string;
  beforeAll(async () => {
    printed = (await bench('serve', '--rounds', '1', '--json')).stdout;
  }, BENCH_TIMEOUT);

  it('the benchmark measures snapshots and live resolve against plain Fastify with the same answers', () => {
    const goals = findingsOf(printed).ratios.filter(({ goal }) => goal !== undefined);
    expect(goals.map(({ goal, atLeast, by }) => `${goal} ${atLeast} ${by}`)).toEqual([
      'P7 0.9 cpu',
      'P7 0.9 cpu',
      'P7 0.6 cpu',
      'P7 0.6 cpu',
    ]);
  });

  it(
    'the benchmark compares the same reads with the server of a commit',
    async () => {
      const { ratios } = findingsOf(
        (await bench('serve', '--before', 'HEAD', '--rounds', '1', '--json')).stdout,
      );
      expect(ratios.map(({ atLeast }) => atLeast)).toEqual([0.95, 0.95, 0.95, 0.95]);
    },
    BENCH_TIMEOUT,
  );
});
