import { describe, expect, it } from 'vitest';
import { bench, findingsOf } from './support.ts';

/** Time limit of a benchmark on a small machine, in milliseconds. */
const LONGEST = 3 * 3_600_000;

describe('Benchmarks at full size', () => {
  it.each(['mso', 'issuer', 'mediation', 'load', 'status'])(
    'the benchmark %s runs at full size and reports its goals',
    { timeout: LONGEST },
    async (name) => {
      const { stdout } = await bench(name, '--json');
      expect(findingsOf(stdout).ratios.some(({ goal }) => goal !== undefined)).toBe(true);
    },
  );
});
