import { expect, it } from 'vitest';
import { urgencyOf } from './deadline.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

it('calls a deadline within the hour soon, and a passed one overdue', () => {
  expect(urgencyOf(at(61), NOW)).toBe('none');
  expect(urgencyOf(at(59), NOW)).toBe('soon');
  expect(urgencyOf(at(0), NOW)).toBe('overdue');
  expect(urgencyOf(undefined, NOW)).toBe('none');
});
