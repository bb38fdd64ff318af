import { Checks } from '../checks.ts';
import type { CredentialStatus, RequestOf } from '../contract/index.ts';
import { credentialAt } from '../credential/current-credential.ts';
import type { Credential } from '../model/index.ts';
import type { IssuerReader } from '../ports/store.ts';
import { CREDENTIAL, DEVICE, type Operation } from './operation.ts';

/** Sets one of four members; `userActionRequired` accompanies `active`. */
function statusOf({ state, userActionRequired }: Credential): CredentialStatus {
  if (state === 'active' && userActionRequired) return { active: {}, userActionRequired };
  return { [state]: {} };
}

export const GET_CREDENTIAL_STATUS_CHECKS = new Checks<{
  readonly reader: IssuerReader;
  readonly request: RequestOf<'getCredentialStatus'>;
}>()
  .and(DEVICE)
  .and(CREDENTIAL);

export const getCredentialStatus: Operation<'getCredentialStatus', 'store' | 'clock'> =
  ({ store, clock }) =>
  async (request) => {
    const found = await store.read((reader) => GET_CREDENTIAL_STATUS_CHECKS.run({ reader, request }));
    const credential = credentialAt(found.credential, clock());
    return { credentialStatus: statusOf(credential), credentialVersionId: credential.versionId };
  };
