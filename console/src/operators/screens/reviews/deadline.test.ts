import { expect, it } from 'vitest';
import { urgencyOf } from './deadline.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

it('a deadline within an hour is soon, and a passed one is overdue', () => {
  expect(urgencyOf(at(61), NOW)).toBe('none');
  expect(urgencyOf(at(59), NOW)).toBe('soon');
  expect(urgencyOf(at(0), NOW)).toBe('overdue');
  expect(urgencyOf(undefined, NOW)).toBe('none');
});
