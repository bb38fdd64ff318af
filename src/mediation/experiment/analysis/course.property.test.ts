import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analysisOf } from './analysis.ts';
import { DEFAULT_SEQUENCE } from './confidence-sequence.ts';
import type { Kept } from './course.ts';
import type { DaySums } from './slot-sums.ts';

const SLOTS = 20;

/** The users of a day in each slot, how many of variant B are lost, and the revenue per user of both variants. */
const traffic = fc.record({
  users: fc.integer({ min: 0, max: 300 }),
  lost: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(300) }),
  revenueA: fc.nat(3000),
  revenueB: fc.nat(3000),
});

interface Traffic {
  readonly users: number;
  readonly lost: number;
  readonly revenueA: number;
  readonly revenueB: number;
}

function dayOf({ users: sent, lost, revenueA, revenueB }: Traffic, index: number): DaySums {
  const slots = Array.from({ length: SLOTS }, (_, number) => {
    const isTreated = number % 2 === 0;
    const users = isTreated ? Math.max(0, sent - lost) : sent;
    const revenueMicros = BigInt(users * ((isTreated ? revenueB : revenueA) + 10 * number));
    return { slot: isTreated ? number : 500 + number, users, revenueMicros, impressions: users };
  });
  return { day: `2026-03-${String(index + 1).padStart(2, '0')}`, slots };
}

const analysed = (days: readonly Traffic[], kept: Kept) =>
  analysisOf({
    days: days.map(dayOf),
    fullDays: { first: '2026-03-01', last: '2026-03-31' },
    treatmentPercentage: 50,
    sequence: DEFAULT_SEQUENCE,
    thresholds: { impressions: 100, usersOfSmallerArm: 100, fullDays: 2 },
    kept,
  });

describe('What people saw of an experiment', () => {
  it('whatever is sent late or withdrawn, an alarm stays, only an alarm takes a leader back, and p never rises', () => {
    let [leaders, alarms] = [0, 0];
    fc.assert(
      // Each look sees other sums of all days.
      fc.property(fc.array(fc.array(traffic, { maxLength: 5 }), { minLength: 2, maxLength: 6 }), (looks) => {
        let before = analysed([], {});
        for (const days of looks) {
          const now = analysed(days, before.kept);
          const { alarm } = now.sampleRatio;
          if (before.sampleRatio.alarm) expect(alarm).toBe(true);
          if (alarm) expect(now.leader).toBe('INSUFFICIENT_DATA');
          else if (before.leader === 'TREATMENT' || before.leader === 'CONTROL') {
            expect([now.leader, now.since]).toEqual([before.leader, before.since]);
          }
          expect(now.kept.p ?? 1).toBeLessThanOrEqual(before.kept.p ?? 1);
          if (now.since) leaders += 1;
          if (alarm) alarms += 1;
          before = now;
        }
      }),
    );
    expect(Math.min(leaders, alarms)).toBeGreaterThan(20);
  });
});
