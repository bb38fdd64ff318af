import { describe, expect, it } from 'vitest';
import { challengeDetail, EMPTY_DRAFT, isTyped, noteOf, rejectDetail } from './forms.ts';

const reasons = [
  { name: 'riskCheckFailure' },
  { name: 'recordInvalid', member: 'invalidityReason', type: 'string' },
  { name: 'maxProvisioningsReached', member: 'maxNumberOfProvisioningsAllowed', type: 'integer' },
];
const kinds = [
  { name: 'physicalLocationVisit' },
  { name: 'additionalTimeRequired', member: 'estimatedCompletion', type: 'string' },
];

describe('The request of a decision', () => {
  it('a rejection sends the chosen reason alone', () => {
    expect(rejectDetail({ ...EMPTY_DRAFT, reason: 'riskCheckFailure' }, reasons)).toEqual({
      riskCheckFailure: {},
    });
  });

  it('a rejection sends the member of the reason and the text for support', () => {
    const draft = { ...EMPTY_DRAFT, reason: 'recordInvalid', member: ' moved ', text: ' ask again ' };
    expect(rejectDetail(draft, reasons)).toEqual({
      recordInvalid: { invalidityReason: 'moved' },
      rejectionDescription: 'ask again',
    });
  });

  it('a typed number is sent as a number', () => {
    const draft = { ...EMPTY_DRAFT, reason: 'maxProvisioningsReached', member: '2' };
    expect(rejectDetail(draft, reasons)).toEqual({
      maxProvisioningsReached: { maxNumberOfProvisioningsAllowed: 2 },
    });
  });

  it('without a reason no request is made', () => {
    expect(rejectDetail(EMPTY_DRAFT, reasons)).toBeUndefined();
    expect(challengeDetail(EMPTY_DRAFT, kinds)).toBeUndefined();
  });

  it('the expected time of a decision is sent in milliseconds, as a string', () => {
    const local = '2026-11-22T14:05';
    const draft = { ...EMPTY_DRAFT, task: 'additionalTimeRequired', member: local };
    expect(challengeDetail(draft, kinds)).toEqual({
      additionalTimeRequired: { estimatedCompletion: String(new Date(2026, 10, 22, 14, 5).getTime()) },
    });
  });

  it('a note is sent on one line, and an empty note is left out', () => {
    expect(noteOf({ ...EMPTY_DRAFT, note: ' a\nb  c ' })).toEqual({ note: 'a b c' });
    expect(noteOf({ ...EMPTY_DRAFT, note: '  ' })).toEqual({});
  });

  it('the form knows whether something was typed', () => {
    expect(isTyped(EMPTY_DRAFT)).toBe(false);
    expect(isTyped({ ...EMPTY_DRAFT, text: 'x' })).toBe(true);
  });
});
