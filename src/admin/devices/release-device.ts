import { StatusError } from '../../conventions/status.ts';
import { changeCredential } from '../../issuer/credential/change.ts';
import { credentialAt, settleCredential } from '../../issuer/credential/current-credential.ts';
import { isLive } from '../../issuer/credential/state-machine.ts';
import type { Credential } from '../../issuer/model/index.ts';
import type { IssuerReader } from '../../issuer/ports/store.ts';
import { daysSilent } from '../../issuer/proofing/devices.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import { found } from '../found.ts';
import { holderById } from '../holders/holder.ts';
import type { AdminOperation, Preparation } from '../operation.ts';

type Deps = Pick<IssuerAdminDeps, 'store' | 'clock' | 'policy'>;

/** The live credential of a silent device. @throws StatusError */
async function silentCredential(
  reader: IssuerReader,
  id: string,
  policy: Deps['policy'],
  now: number,
): Promise<Credential> {
  found(await reader.device(id), 'device');
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

export const prepareReleaseDevice =
  ({ store, clock, policy }: Deps): Preparation<'releaseDevice'> =>
  async (request) => {
    await store.read((reader) => silentCredential(reader, request.id, policy, clock()));
    return request;
  };

/** Revokes the credential of a silent device. */
export const releaseDevice: AdminOperation<'releaseDevice', Deps> =
  ({ store, clock, policy }) =>
  ({ id }, actor) =>
    store.write(async (writer) => {
      const at = clock();
      const silent = await silentCredential(writer, id, policy, at);
      const credential = await settleCredential(writer, silent, at);
      await changeCredential(writer, credential, { event: 'revoke', actor, at, reason: 'deviceSilent' });
      return { id, credentialId: credential.credentialId };
    });
