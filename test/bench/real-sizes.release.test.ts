import { describe, expect, it } from 'vitest';
import { bench, findingsOf } from './support.ts';

/** Longest that a benchmark may take on a small machine, milliseconds. */
const LONGEST = 3 * 3_600_000;

describe('the benchmarks, as they are run by hand', () => {
  it.each(['mso', 'issuer', 'mediation', 'load'])('%s', { timeout: LONGEST }, async (name) => {
    const { stdout } = await bench(name, '--json');
    expect(findingsOf(stdout).ratios.some(({ goal }) => goal !== undefined)).toBe(true);
  });
});
