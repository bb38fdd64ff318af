import { describe, expect, it } from 'vitest';
import { periodEnd } from './list-period.ts';

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);

describe('The period of a status list', () => {
  it.each([
    ['day', '2026-11-23', '2026-11-23'],
    ['week', '2026-11-23', '2026-11-23'],
    ['week', '2026-11-24', '2026-11-30'],
    ['month', '2026-12-01', '2026-12-01'],
    ['month', '2026-12-02', '2027-01-01'],
  ] as const)('a %s that contains the expiry on %s ends on %s', (period, expiry, end) => {
    expect(periodEnd(day(expiry), period)).toBe(day(end));
  });
});
