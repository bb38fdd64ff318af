import { describe, expect, it } from 'vitest';
import { at, barOf, DAY, domainAround, overlapOf, type Span, ticksOf } from './timeline.ts';

const NOW = Date.UTC(2026, 10, 22);
const domain = { from: 0, to: 1000 };
const span = (id: string, from: number, to: number, role = 'identity'): Span => ({
  id,
  role,
  stage: 'active',
  from,
  to,
});

describe('The timeline of keys', () => {
  it('times are placed in percent of the width, and times outside the timeline are cut', () => {
    expect([at(domain, 0), at(domain, 250), at(domain, 1000)]).toEqual([0, 25, 100]);
    expect([at(domain, -5), at(domain, 2000)]).toEqual([0, 100]);
  });

  it('the timeline shows today, some of the past and more of the future', () => {
    const { from, to } = domainAround(NOW);
    expect(at({ from, to }, NOW)).toBeCloseTo(18.2, 1);
    expect(to - NOW).toBe(540 * DAY);
  });

  it('bars are cut at the ends of the timeline and marked', () => {
    expect(barOf(domain, { from: -100, to: 500 })).toEqual({
      start: 0,
      width: 50,
      isCutBefore: true,
      isCutAfter: false,
    });
    expect(barOf(domain, { from: 900, to: 5000 })).toMatchObject({ start: 90, isCutAfter: true });
  });

  it('keys outside the time of the timeline are left out', () => {
    expect(barOf(domain, { from: -20, to: 0 })).toBeUndefined();
    expect(barOf(domain, { from: 1000, to: 2000 })).toBeUndefined();
    expect(barOf(domain, { from: 500, to: 500 })).toBeUndefined();
  });

  it('the overlap is the time in which a key and the next one of its role are both valid', () => {
    const [old, next, other] = [span('a', 0, 500), span('b', 300, 900), span('c', 100, 900, 'encryption')];
    expect(overlapOf([old, next, other], old)).toEqual({ from: 300, to: 500 });
    expect(overlapOf([old, next, other], next)).toBeUndefined();
    expect(overlapOf([old, span('d', 600, 900)], old)).toBeUndefined();
  });

  it('there is a tick at the beginning of each quarter', () => {
    const ticks = ticksOf({ from: Date.UTC(2026, 10, 22), to: Date.UTC(2027, 6, 2) });
    expect(ticks.map(({ time }) => new Date(time).toISOString().slice(0, 10))).toEqual([
      '2027-01-01',
      '2027-04-01',
      '2027-07-01',
    ]);
  });
});
