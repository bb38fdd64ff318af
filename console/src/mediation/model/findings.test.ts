import { expect, it } from 'vitest';
import { better, errorsAndWarnings, IDLE, wrong } from './findings.ts';

it('errors and warnings are counted, and hints are not', () => {
  const counts = [
    { rule: 'unit-missing', level: 'ERROR', count: 1 },
    { rule: 'cpm-off', level: 'WARNING', count: 2 },
    { rule: 'first-line-often', level: 'HINT', count: 4 },
  ] as const;
  expect(errorsAndWarnings([...counts])).toEqual([1, 2]);
  expect(wrong([...counts])[0]?.level).toBe('ERROR');
  expect(errorsAndWarnings([counts[2]])).toEqual([0, 0]);
  expect(errorsAndWarnings(undefined)).toEqual([0, 0]);
});

it('what could be better are hints, but for mappings without a use, which cannot be deleted', () => {
  const counts = [
    { rule: 'cpm-off', level: 'WARNING', count: 2 },
    { rule: 'line-split', level: 'HINT', count: 4 },
    { rule: IDLE, level: 'HINT', count: 1 },
  ] as const;
  expect(better([...counts]).map(({ rule }) => rule)).toEqual(['line-split']);
});
