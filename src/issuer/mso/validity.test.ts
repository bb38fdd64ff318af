import { describe, expect, it } from 'vitest';
import { DAY } from '../../conventions/time.ts';
import { msoValidity } from './validity.ts';

const TODAY = Date.UTC(2026, 10, 20);
const NOON = TODAY + DAY / 2;

describe('The validity of an MSO', () => {
  it('an MSO is valid from the start of the day for the days of the policy; its update is due after two thirds of them', () => {
    expect(msoValidity(NOON, { msoValidityDays: 30 }, [], 0)).toEqual({
      signed: TODAY,
      validFrom: TODAY,
      validUntil: TODAY + 30 * DAY,
      expectedUpdate: TODAY + 20 * DAY,
    });
  });

  it('the policy can set when the update of an MSO is expected', () => {
    const policy = { msoValidityDays: 30, msoRefreshDays: 7 };
    expect(msoValidity(NOON, policy, [], 0)?.expectedUpdate).toBe(TODAY + 7 * DAY);
  });

  it('the validity of an MSO ends at its earliest limit, and no update is expected after its end', () => {
    const policy = { msoValidityDays: 30, msoRefreshDays: 7 };
    const caps = [TODAY + 12.5 * DAY, TODAY + 5.5 * DAY];
    const { validUntil, expectedUpdate } = msoValidity(NOON, policy, caps, 0) ?? {};
    expect([validUntil, expectedUpdate]).toEqual([TODAY + 5 * DAY, TODAY + 5 * DAY]);
  });

  it('with msoRefreshSpreadDays, the update is expected on a random day of so many around the usual one', () => {
    const policy = { msoValidityDays: 30, msoRefreshSpreadDays: 10 };
    const days = Array.from({ length: 1000 }, (_, part) => {
      const { expectedUpdate = 0 } = msoValidity(NOON, policy, [], part / 1000) ?? {};
      return (expectedUpdate - TODAY) / DAY;
    });
    for (let day = 15; day < 25; day += 1) expect(days.filter((one) => one === day)).toHaveLength(100);
  });

  it('such a day is after the day of the MSO and at most its last', () => {
    const policy = { msoValidityDays: 30, msoRefreshDays: 3, msoRefreshSpreadDays: 10 };
    const [first, last] = [0, 0.999].map((share) => msoValidity(NOON, policy, [TODAY + 5 * DAY], share));
    expect(first?.expectedUpdate).toBe(TODAY + DAY);
    expect(last?.expectedUpdate).toBe(TODAY + 5 * DAY);
  });

  it('no MSO is issued if its validity would be less than a day', () => {
    expect(msoValidity(NOON, { msoValidityDays: 30 }, [TODAY + 0.9 * DAY], 0)).toBeUndefined();
  });
});
