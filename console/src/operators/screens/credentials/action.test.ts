import { describe, expect, it } from 'vitest';
import { actionOf, tomorrow } from './action.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const form = { deadline: '2026-11-23T12:00:00Z', revokes: false, resubmits: false, attempts: '' };
const DEADLINE = String(NOW + 24 * 3_600_000);

describe('A required action', () => {
  it('the deadline of a required action is in milliseconds', () => {
    expect(actionOf(form, NOW)).toEqual({ action: { deadlineTimeMillis: DEADLINE } });
  });

  it('a deadline that has passed, or that is not a time, is refused', () => {
    expect(actionOf({ ...form, deadline: '2026-11-22T11:00:00Z' }, NOW)).toEqual({ wrong: ['deadline'] });
    expect(actionOf({ ...form, deadline: '' }, NOW)).toEqual({ wrong: ['deadline'] });
  });

  it('the form says that the credential is revoked after the deadline and the last attempt', () => {
    expect(actionOf({ ...form, revokes: true, resubmits: true, attempts: '3' }, NOW)).toEqual({
      action: {
        deadlineTimeMillis: DEADLINE,
        deadlineEnforcementHint: { revocationHint: {} },
        submitProofing: {
          limitedAttempts: {
            maxAttempts: 3,
            remainingAttempts: 3,
            maxAttemptsEnforcementHint: { revocationHint: {} },
          },
        },
      },
    });
  });

  it('the number of attempts is unlimited if no limit is given', () => {
    expect(actionOf({ ...form, resubmits: true }, NOW)).toMatchObject({
      action: { submitProofing: { unlimitedAttempts: {} } },
    });
    expect(actionOf({ ...form, resubmits: true, attempts: '0' }, NOW)).toEqual({ wrong: ['attempts'] });
  });

  it('the suggested deadline is the same time on the next day', () => {
    expect(new Date(tomorrow(NOW)).getTime()).toBe(NOW + 24 * 3_600_000);
  });
});
