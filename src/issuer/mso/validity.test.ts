import { describe, expect, it } from 'vitest';
import { DAY } from '../../conventions/time.ts';
import { msoValidity } from './validity.ts';

const TODAY = Date.UTC(2026, 10, 20);
const NOON = TODAY + DAY / 2;

describe('The validity of an MSO', () => {
  it('an MSO is valid from the start of the day for the days of the policy; its update is due after two thirds of them', () => {
    expect(msoValidity(NOON, { msoValidityDays: 30 }, [])).toEqual({
      signed: TODAY,
      validFrom: TODAY,
      validUntil: TODAY + 30 * DAY,
      expectedUpdate: TODAY + 20 * DAY,
    });
  });

  it('the policy can set when the update of an MSO is expected', () => {
    const policy = { msoValidityDays: 30, msoRefreshDays: 7 };
    expect(msoValidity(NOON, policy, [])?.expectedUpdate).toBe(TODAY + 7 * DAY);
  });

  it('the validity of an MSO ends at its earliest limit, and no update is expected after its end', () => {
    const policy = { msoValidityDays: 30, msoRefreshDays: 7 };
    const caps = [TODAY + 12.5 * DAY, TODAY + 5.5 * DAY];
    const { validUntil, expectedUpdate } = msoValidity(NOON, policy, caps) ?? {};
    expect([validUntil, expectedUpdate]).toEqual([TODAY + 5 * DAY, TODAY + 5 * DAY]);
  });

  it('no MSO is issued if its validity would be less than a day', () => {
    expect(msoValidity(NOON, { msoValidityDays: 30 }, [TODAY + 0.9 * DAY])).toBeUndefined();
  });
});
