import type { AdminRequest } from '../../api.ts';

type RequiredAction = AdminRequest<'requireAction'>['action'];

/** Values of the form for a required action. */
export interface ActionForm {
  /** Value of a datetime-local input, in the reader's time zone. */
  readonly deadline: string;
  readonly revokes: boolean;
  /** The user must send evidence again. */
  readonly resubmits: boolean;
  /** Empty for no limit. */
  readonly attempts: string;
}

/** The time in one day, to the minute, as a datetime-local input takes it. */
export function tomorrow(now: number): string {
  const then = new Date(now + 24 * 3_600_000);
  return new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const ATTEMPTS = /^[1-9]\d{0,3}$/;

/** The action for the wallet, or the invalid members. */
export function actionOf(
  { deadline, revokes, resubmits, attempts }: ActionForm,
  now: number,
):
  | { readonly action: RequiredAction; readonly wrong?: never }
  | { readonly action?: never; readonly wrong: readonly (keyof ActionForm)[] } {
  const time = new Date(deadline).getTime();
  const wrong: (keyof ActionForm)[] = [];
  if (!(time > now)) wrong.push('deadline');
  if (resubmits && attempts !== '' && !ATTEMPTS.test(attempts)) wrong.push('attempts');
  if (wrong.length > 0) return { wrong };
  const most = Number(attempts);
  const submitProofing =
    attempts === ''
      ? { unlimitedAttempts: {} }
      : {
          limitedAttempts: {
            maxAttempts: most,
            remainingAttempts: most,
            ...(revokes && { maxAttemptsEnforcementHint: { revocationHint: {} } }),
          },
        };
  return {
    action: {
      deadlineTimeMillis: String(time),
      ...(revokes && { deadlineEnforcementHint: { revocationHint: {} } }),
      ...(resubmits && { submitProofing }),
    },
  };
}
