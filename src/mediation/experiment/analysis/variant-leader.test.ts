import { describe, expect, it } from 'vitest';
import { type LeaderInput, variantLeader } from './variant-leader.ts';

const undecided: LeaderInput = {
  slots: 1000,
  impressions: 10_000,
  usersOfSmallerArm: 2000,
  sampleRatioAlarm: false,
  hasFullDay: true,
  fullDays: 4,
};
const decided = { ...undecided, decided: 'TREATMENT' } as const;

describe('The leader of an experiment', () => {
  it('the leader is INSUFFICIENT_DATA without data', () => {
    const nothing = { ...undecided, slots: 0, impressions: 0, usersOfSmallerArm: 0 };
    expect(variantLeader(nothing)).toEqual({ leader: 'INSUFFICIENT_DATA', problem: 'NO_SLOTS' });
  });

  it('the leader is INSUFFICIENT_DATA with fewer than 10,000 impressions', () => {
    const few = { ...undecided, impressions: 9999 };
    expect(variantLeader(few)).toEqual({ leader: 'INSUFFICIENT_DATA', problem: 'FEW_IMPRESSIONS' });
  });

  it('before the first full day it is too early for any number of users, except after an alarm', () => {
    const first = { ...undecided, impressions: 1, usersOfSmallerArm: 0, fullDays: 0, hasFullDay: false };
    expect(variantLeader(first)).toEqual({ leader: 'TOO_EARLY_TO_CALL' });
    expect(variantLeader({ ...first, slots: 0 }).problem).toBe('NO_SLOTS');
    expect(variantLeader({ ...first, sampleRatioAlarm: true }).problem).toBe('SAMPLE_RATIO_MISMATCH');
  });

  it('the leader is INSUFFICIENT_DATA with fewer than 2000 users in the smaller arm', () => {
    const few = { ...undecided, usersOfSmallerArm: 1999 };
    expect(variantLeader(few)).toEqual({ leader: 'INSUFFICIENT_DATA', problem: 'FEW_USERS' });
  });

  it('the leader is INSUFFICIENT_DATA after a sample-ratio alarm, even if there was a leader before', () => {
    const wrong = { ...decided, sampleRatioAlarm: true };
    expect(variantLeader(wrong)).toEqual({ leader: 'INSUFFICIENT_DATA', problem: 'SAMPLE_RATIO_MISMATCH' });
  });

  it('the leader is TOO_EARLY_TO_CALL with enough data, but fewer than 4 full days', () => {
    expect(variantLeader({ ...undecided, fullDays: 3 })).toEqual({ leader: 'TOO_EARLY_TO_CALL' });
  });

  it('the leader is TOO_EARLY_TO_CALL with fewer full days than the setting requires', () => {
    const week = { impressions: 10_000, usersOfSmallerArm: 2000, fullDays: 7 };
    expect(variantLeader({ ...undecided, fullDays: 6 }, week)).toEqual({ leader: 'TOO_EARLY_TO_CALL' });
    expect(variantLeader({ ...undecided, fullDays: 7 }, week)).toEqual({ leader: 'NO_VARIANT_LEADER' });
  });

  it.each(['TREATMENT', 'CONTROL'] as const)(
    'the leader is %s once the confidence sequence excluded zero in favour of that variant',
    (leader) => {
      expect(variantLeader({ ...undecided, decided: leader })).toEqual({ leader });
    },
  );

  it('the leader is NO_VARIANT_LEADER if no other rule applies', () => {
    expect(variantLeader(undecided)).toEqual({ leader: 'NO_VARIANT_LEADER' });
  });

  it('a leader stays even if data are withdrawn, so that there are too few for a new one', () => {
    const withdrawn = { slots: 0, impressions: 0, usersOfSmallerArm: 0, fullDays: 0 };
    expect(variantLeader({ ...decided, ...withdrawn })).toEqual({ leader: 'TREATMENT' });
  });

  it('a sample-ratio alarm is named first, because it does not pass with more data', () => {
    const few = { ...undecided, impressions: 0, sampleRatioAlarm: true };
    expect(variantLeader(few)).toEqual({ leader: 'INSUFFICIENT_DATA', problem: 'SAMPLE_RATIO_MISMATCH' });
  });
});
