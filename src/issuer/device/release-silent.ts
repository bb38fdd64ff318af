import { ConflictError } from '../../conventions/errors.ts';
import { changeCredential } from '../credential/change-credential.ts';
import { applyCredentialDeadline } from '../credential/current-credential.ts';
import { isLive } from '../credential/state-machine.ts';
import type { IssuerDeps } from '../deps.ts';
import { daysSilent } from '../proofing/device-limit.ts';

type Deps = Pick<IssuerDeps, 'store' | 'policy' | 'clock'>;

/** Credentials that a round looks at. Devices are silent for months, so nobody waits for a round. */
const LOOKED_AT = 1000;

/** Whether the device was still silent when the write began. */
function release({ store, policy }: Deps, documentType: string, credentialId: string, at: number) {
  return store.write(async (writer) => {
    const stored = await writer.credential(credentialId);
    if (!stored || daysSilent({ documentType, updatedAt: stored.updatedAt }, policy, at) === undefined)
      return false;
    const credential = await applyCredentialDeadline(writer, stored, at);
    if (!isLive(credential.state)) return false;
    const actor = { kind: 'deadline' } as const;
    await changeCredential(writer, credential, { event: 'revoke', actor, at, reason: 'deviceSilent' });
    return true;
  });
}

/**
 * Rounds that revoke the credentials of silent devices, if the policy says so. Each round goes on behind the one before
 * and returns how many it revoked. Several processes may run them at the same time.
 */
export function releasesOfSilentDevices(deps: Deps): (now?: number) => Promise<number> {
  const { store, policy, clock } = deps;
  let after = '';
  return async (now = clock()) => {
    if (!policy.releaseSilentDevices) return 0;
    const looked = await store.read((reader) => reader.lastChangesOfCredentials({ limit: LOOKED_AT, after }));
    let released = 0;
    for (const { credentialId, documentType, updatedAt, isLive: mayBeLive } of looked) {
      if (!mayBeLive || daysSilent({ documentType, updatedAt }, policy, now) === undefined) continue;
      try {
        if (await release(deps, documentType, credentialId, now)) released += 1;
      } catch (error) {
        // Another process, or the device, changed the credential.
        if (!(error instanceof ConflictError)) throw error;
      }
    }
    after = looked.length < LOOKED_AT ? '' : (looked.at(-1)?.credentialId ?? '');
    return released;
  };
}
