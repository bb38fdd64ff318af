import type { Credential } from '../model/index.ts';
import type { IssuerWriter } from '../ports/store.ts';
import { changeCredential } from './change.ts';
import { nextCredentialState } from './state-machine.ts';

/** The credential as it is at `now`: the deadline of a required action has taken effect. */
export function credentialAt(credential: Credential, now: number): Credential {
  if (credential.deadlineAt === undefined || credential.deadlineAt > now) return credential;
  const { deadlineAt, userActionRequired, ...rest } = credential;
  return { ...rest, state: nextCredentialState(credential.state, 'revoke') };
}

/** Writes a passed deadline down, once, before anything else happens to the credential. */
export async function settleCredential(
  writer: IssuerWriter,
  credential: Credential,
  now: number,
): Promise<Credential> {
  const settled = credentialAt(credential, now);
  if (settled === credential) return credential;
  return changeCredential(writer, credential, { event: 'revoke', actor: { kind: 'deadline' }, at: now });
}
