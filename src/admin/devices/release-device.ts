import { StatusError } from '../../conventions/status.ts';
import { changeCredential } from '../../issuer/credential/change-credential.ts';
import { applyCredentialDeadline, credentialAt } from '../../issuer/credential/current-credential.ts';
import { isLive } from '../../issuer/credential/state-machine.ts';
import type { Credential } from '../../issuer/model/index.ts';
import type { OperatorReader } from '../../issuer/ports/operators.ts';
import { daysSilent } from '../../issuer/proofing/device-limit.ts';
import { DEVICE_METHODS } from '../contract/devices/methods.ts';
import { holderById } from '../holders/holder.ts';
import type { IssuerAdminDeps } from '../operation/deps.ts';
import { issuer, operation } from '../operation/operation.ts';
import { requireEntity } from '../operation/require-entity.ts';

type Deps = Pick<IssuerAdminDeps, 'store' | 'clock' | 'policy'>;

/** The live credential of a silent device. @throws StatusError */
async function silentCredential(
  reader: OperatorReader,
  id: string,
  policy: Deps['policy'],
  now: number,
): Promise<Credential> {
  requireEntity(await reader.device(id), 'device');
  const credential = await reader.liveCredentialOf(id);
  if (!credential || !isLive(credentialAt(credential, now).state))
    throw new StatusError(
      'INVALID_STATE',
      'the device has no credential that is neither revoked nor deleted',
    );
  const { documentType } = await holderById(reader, credential.holderId);
  if (daysSilent({ documentType, updatedAt: credential.updatedAt }, policy, now) !== undefined)
    return credential;
  const text =
    'the device is not silent: it fetched MSOs within twice their validity; see diptych credentials revoke';
  throw new StatusError('INVALID_STATE', text);
}

/** Revokes the credential of a silent device. */
export const releaseDevice = operation(DEVICE_METHODS.releaseDevice, {
  needs: issuer,
  async prepare({ store, clock, policy }, request) {
    await store.read((reader) => silentCredential(reader, request.id, policy, clock()));
    return request;
  },
  run: ({ store, clock, policy }, { id }, actor) =>
    store.write(async (writer) => {
      const at = clock();
      const silent = await silentCredential(writer, id, policy, at);
      const credential = await applyCredentialDeadline(writer, silent, at);
      await changeCredential(writer, credential, { event: 'revoke', actor, at, reason: 'deviceSilent' });
      return { id, credentialId: credential.credentialId };
    }),
});
