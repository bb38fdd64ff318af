import { Notice } from '../../../kit/states.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import type { AdminResponse } from '../../api.ts';

type Action = NonNullable<AdminResponse<'getCredential'>['userActionRequired']>;

/** The required action, its deadline, and what happens if the user does not act. */
export function ActionNotice({ action }: { readonly action: Action }) {
  const { credentials: words } = useMessages();
  const { deadlineTimeMillis, deadlineEnforcementHint, submitProofing } = action;
  const limited = submitProofing?.limitedAttempts;
  const left = limited?.remainingAttempts;
  const all = limited?.maxAttempts;
  const attempts =
    submitProofing?.unlimitedAttempts !== undefined
      ? words.unlimited
      : left === undefined
        ? undefined
        : all === undefined
          ? words.attemptsLeft(left)
          : words.attempts(left, all);
  return (
    <Notice kind="care">
      <p>
        <strong>{words.actionDue}</strong>{' '}
        <Time at={new Date(Number(deadlineTimeMillis)).toISOString()} isRelative />
      </p>
      {submitProofing && (
        <p>
          {words.submitProofing}
          {attempts !== undefined && `: ${attempts}`}.
        </p>
      )}
      <p>{deadlineEnforcementHint?.revocationHint ? words.actionRevokes : words.actionStays}</p>
    </Notice>
  );
}
