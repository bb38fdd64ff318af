import type { CredentialStatus } from '../contract/index.ts';
import { credentialAt, credentialOf } from '../credential/current-credential.ts';
import { registeredDevice } from '../device/registered-device.ts';
import type { Credential } from '../model/index.ts';
import type { Operation } from './operation.ts';

/** One of four members; a required action stands beside `active`. */
function statusOf({ state, userActionRequired }: Credential): CredentialStatus {
  if (state === 'active' && userActionRequired) return { active: {}, userActionRequired };
  return { [state]: {} };
}

export const getCredentialStatus: Operation<'getCredentialStatus', 'store' | 'clock'> =
  ({ store, clock }) =>
  async ({ deviceReferenceId, credentialId }) => {
    const found = await store.read(async (reader) => {
      await registeredDevice(reader, deviceReferenceId);
      return credentialOf(reader, deviceReferenceId, credentialId);
    });
    const credential = credentialAt(found, clock());
    return { credentialStatus: statusOf(credential), credentialVersionId: credential.versionId };
  };
