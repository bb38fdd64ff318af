import { StatusError } from '../../conventions/status.ts';
import type { OperatorActor } from '../../issuer/model/index.ts';
import type { ApprovalDeps } from './deps.ts';

/** Who signs in and can read the file of the admin token as well would otherwise be two. */
export function requirePerson(
  { isPerson }: Pick<ApprovalDeps, 'isPerson'>,
  { operatorId }: OperatorActor,
): void {
  if (isPerson(operatorId)) return;
  const text = 'this takes two people who signed in, and the admin token is not a person; run diptych login';
  throw new StatusError('PERMISSION_DENIED', 'SIGN_IN_NEEDED', text);
}
