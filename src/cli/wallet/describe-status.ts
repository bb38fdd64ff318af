import type { ProofingStatus, ResponseOf } from '../../issuer/contract/index.ts';

/** The member of the status that is set, with its details. */
export function describeProofing(status: ProofingStatus): string {
  const [name = 'without a status', detail = {}] = Object.entries(status)[0] ?? [];
  return Object.keys(detail).length === 0 ? name : `${name} ${JSON.stringify(detail)}`;
}

export function describeCredential({ credentialStatus }: ResponseOf<'getCredentialStatus'>): string {
  const { userActionRequired, ...states } = credentialStatus;
  const state = Object.keys(states)[0] ?? 'without a status';
  return userActionRequired ? `${state}, user action required ${JSON.stringify(userActionRequired)}` : state;
}
