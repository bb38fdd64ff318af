import { describe, expect, it } from 'vitest';
import { analysisOf } from './analysis.ts';
import { DEFAULT_SEQUENCE } from './confidence-sequence.ts';
import type { Experiment } from './course.ts';
import type { DaySums } from './slot-sums.ts';
import { LEADER_THRESHOLDS } from './variant-leader.ts';

const dayName = (index: number) => `2026-03-${String(index + 1).padStart(2, '0')}`;

interface Traffic {
  readonly users: number;
  /** Revenue per user in variants A and B, in micros. */
  readonly control: number;
  readonly treatment: number;
  /** Slots earn between 1 - 2 * spread and 1 + 2 * spread times their mean revenue. */
  readonly spread?: number;
}

function dayOf(index: number, { users, control, treatment, spread = 0.1 }: Traffic): DaySums {
  const slots = Array.from({ length: 1000 }, (_, slot) => {
    const mean = slot < 500 ? treatment : control;
    const revenueMicros = BigInt(Math.round(mean * users * (1 + spread * ((slot % 5) - 2))));
    return { slot, users, revenueMicros, impressions: 10 * users };
  });
  return { day: dayName(index), slots };
}

const days = (count: number, traffic: Traffic) =>
  Array.from({ length: count }, (_, index) => dayOf(index, traffic));

const EQUAL: Traffic = { users: 2, control: 1000, treatment: 1000 };
const BETTER: Traffic = { users: 2, control: 1000, treatment: 1200 };

const experiment = (of: Partial<Experiment>): Experiment => ({
  days: [],
  fullDays: { first: '2026-03-01', last: '2026-03-31' },
  treatmentPercentage: 50,
  sequence: DEFAULT_SEQUENCE,
  thresholds: LEADER_THRESHOLDS,
  ...of,
});

describe('The analysis of an experiment', () => {
  it('an analysis without data has no results, and no value is NaN', () => {
    const { leader, problem, arms, kept, sampleRatio, difference } = analysisOf(experiment({}));
    expect({ leader, problem, kept, difference }).toEqual({
      leader: 'INSUFFICIENT_DATA',
      problem: 'NO_SLOTS',
      kept: {},
    });
    expect(arms.control).toEqual({ users: 0, impressions: 0, revenueMicros: 0n });
    expect(sampleRatio).toEqual({ chiSquare: 0, p: 1, lnBayesFactor: 0, alarm: false });
  });

  it('an analysis without revenue shows no difference', () => {
    const nothing = analysisOf(experiment({ days: days(5, { users: 2, control: 0, treatment: 0 }) }));
    expect(nothing).toMatchObject({ leader: 'NO_VARIANT_LEADER', arms: { control: { ecpmMicros: 0 } } });
    expect(nothing.difference).toBeUndefined();
  });

  it('an analysis shows users, revenue per assigned user, impressions per user, eCPM and scaled monthly earnings', () => {
    const { arms } = analysisOf(experiment({ days: days(5, BETTER) }));
    expect(arms.treatment).toEqual({
      users: 5000,
      impressions: 50_000,
      revenueMicros: 6_000_000n,
      revenuePerUserMicros: 1200,
      impressionsPerUser: 10,
      ecpmMicros: 120_000,
      scaledMonthlyEarningsMicros: (6_000_000 / 0.5) * (28 / 5),
    });
  });

  it('an analysis shows no difference before a verdict is allowed', () => {
    const early = analysisOf(experiment({ days: days(3, BETTER) }));
    expect(early.leader).toBe('TOO_EARLY_TO_CALL');
    expect([early.difference, early.lift, early.p, early.kept]).toEqual([
      undefined,
      undefined,
      undefined,
      {},
    ]);
  });

  it('an analysis names the first day on which the confidence sequence excluded zero', () => {
    const found = analysisOf(experiment({ days: days(6, BETTER) }));
    expect(found).toMatchObject({ leader: 'TREATMENT', since: '2026-03-04', fullDays: 6 });
    expect(found.difference!.lower).toBeGreaterThan(0);
    expect(found.lift!.value).toBeCloseTo(0.2, 2);
    expect(found.p).toBeLessThan(0.05);
  });

  it('a leader and its p value stay even if new data contradict them', () => {
    const { kept, p } = analysisOf(experiment({ days: days(5, BETTER) }));
    const later = analysisOf(experiment({ days: days(6, EQUAL), kept }));
    expect(later).toMatchObject({ leader: 'TREATMENT', since: '2026-03-04', p });
    expect(later.difference!.lower).toBeLessThan(0);
  });

  it('a sample-ratio alarm removes the leader and hides the difference', () => {
    const lost = { slot: 1000, users: 1500, revenueMicros: 0n, impressions: 0 };
    const uneven = [...days(5, BETTER), { day: '2026-03-06', slots: [lost] }];
    const found = analysisOf(experiment({ days: uneven }));
    expect(found).toMatchObject({ leader: 'INSUFFICIENT_DATA', problem: 'SAMPLE_RATIO_MISMATCH' });
    expect(found.sampleRatio.alarm).toBe(true);
    expect([found.difference, found.since, found.p]).toEqual([undefined, undefined, undefined]);
    expect(found.kept.decided?.leader).toBe('TREATMENT');
  });

  it('a sample-ratio alarm stays even if later days have the expected ratio', () => {
    const lost = { slot: 1000, users: 1500, revenueMicros: 0n, impressions: 0 };
    const back = { slot: 0, users: 1500, revenueMicros: 0n, impressions: 0 };
    const uneven = [{ day: '2026-02-28', slots: [lost] }, ...days(5, EQUAL)];
    const found = analysisOf(experiment({ days: [...uneven, { day: '2026-03-06', slots: [back] }] }));
    expect(found.sampleRatio).toMatchObject({ chiSquare: 0, alarm: true });
  });

  it('days without data, and days outside the experiment, do not count as full days', () => {
    const paused = days(4, EQUAL).map((day, index) => (index === 2 ? { ...day, slots: [] } : day));
    expect(analysisOf(experiment({ days: paused }))).toMatchObject({
      leader: 'TOO_EARLY_TO_CALL',
      fullDays: 3,
    });
    const fullDays = { first: '2026-03-02', last: '2026-03-03' };
    expect(analysisOf(experiment({ days: days(4, EQUAL), fullDays })).fullDays).toBe(2);
  });

  it('variants are equivalent if the bounds of their difference are within 2 % of the control', () => {
    const some = analysisOf(experiment({ days: days(5, { ...EQUAL, treatment: 1001 }) }));
    expect(some.leader).toBe('NO_VARIANT_LEADER');
    expect(some.difference!.upper).toBeGreaterThan(20);
    expect(some.equivalent).toBeUndefined();
    const many = analysisOf(experiment({ days: days(5, { ...EQUAL, spread: 0.01 }) }));
    expect(many).toMatchObject({ leader: 'NO_VARIANT_LEADER', equivalent: true });
  });

  it('an analysis estimates how many users, and how many days, are needed to show a lift of 5 %', () => {
    const { fivePercent, difference } = analysisOf(experiment({ days: days(5, { ...EQUAL, spread: 0.4 }) }));
    const { users, days: left } = fivePercent!;
    expect(left).toBe(Math.ceil((users - 10_000) / 2000));
    // At 10,000 users, the bounds are 11 % apart.
    expect(difference!.upper).toBeGreaterThan(100);
    expect(users).toBeGreaterThan(60_000);
    expect(users).toBeLessThan(100_000);
    expect(analysisOf(experiment({ days: days(5, EQUAL) })).fivePercent).toMatchObject({ days: 0 });
  });

  it('the purpose of an experiment is safety with 1 % of the traffic, and a decision with 10 % or 50 %', () => {
    const purposes = [1, 10, 50].map(
      (treatmentPercentage) => analysisOf(experiment({ treatmentPercentage })).purpose,
    );
    expect(purposes).toEqual(['SAFETY', 'DECISION', 'DECISION']);
  });

  it('a sample-ratio alarm stays even if late data give its days the expected ratio', () => {
    const lost = { slot: 1000, users: 1500, revenueMicros: 0n, impressions: 0 };
    const uneven = [...days(5, BETTER), { day: '2026-03-06', slots: [lost] }];
    const { kept } = analysisOf(experiment({ days: uneven }));
    const later = analysisOf(experiment({ days: days(6, BETTER), kept }));
    expect(later).toMatchObject({ leader: 'INSUFFICIENT_DATA', problem: 'SAMPLE_RATIO_MISMATCH' });
    expect(later.sampleRatio).toMatchObject({ chiSquare: 0, alarm: true });
  });
});
