import { hash } from 'node:crypto';
import { retryOnConflict } from '../../conventions/conflict.ts';
import { AttestationError, verifyKeyAttestation } from '../../formats/android/attestation/index.ts';
import { hasLiveCredential, settleLiveCredential } from '../credential/current-credential.ts';
import type { IssuerDeps } from '../deps.ts';
import { claimedKey, isSameKey, knownDevice } from '../device/registered-device.ts';
import { certificateChain, challengesOf } from '../device/registration.ts';
import { IssuerError, RevocationListTooOld } from '../errors.ts';
import type { Actor, Device, DeviceRegistration } from '../model/index.ts';
import type { IssuerReader, IssuerWriter } from '../ports/store.ts';
import { endProofingsOfKey } from '../proofing/change.ts';
import { type Operation, walletActor } from './operation.ts';

function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer');
}

function isRetry({ registration }: Device, leafHash: Uint8Array): boolean {
  return registration !== undefined && Buffer.compare(registration.leafHash, leafHash) === 0;
}

function openNonce({ nonce }: Device, now: number): string {
  if (nonce && nonce.expiresAt > now) return nonce.value;
  throw new IssuerError('invalidState', 'no registration nonce is open for this deviceReferenceId');
}

function refuseNewKey(): never {
  throw new IssuerError('invalidState', 'the device has a live credential; its key cannot change');
}

/** Verified before anything is believed or written. */
function attest(
  chain: readonly Uint8Array[],
  nonce: string,
  { policy, clock }: Pick<IssuerDeps, 'policy' | 'clock'>,
): DeviceRegistration {
  const now = clock();
  if (policy.isRevocationListTooOld()) throw new RevocationListTooOld();
  try {
    const result = verifyKeyAttestation(chain, {
      ...policy.attestation(),
      now,
      challenges: challengesOf(nonce),
    });
    return {
      credentialKey: result.credentialKey,
      leafHash: sha256(chain[0] as Uint8Array),
      securityLevel: result.securityLevel,
      identityCredentialKey: result.identityCredentialKey,
      registeredAt: now,
    };
  } catch (cause) {
    if (!(cause instanceof AttestationError)) throw cause;
    const reason = cause.code === 'malformed' ? 'invalidFieldValue' : 'forbidden';
    throw new IssuerError(reason, `the device attestation was refused (${cause.code}): ${cause.message}`, {
      cause,
    });
  }
}

/** Ruling 49. @throws IssuerError `invalidState` */
async function requireFreeKey(
  reader: IssuerReader,
  { credentialKey }: DeviceRegistration,
  deviceReferenceId: string,
): Promise<void> {
  const devices = await reader.devicesWithKey(credentialKey);
  if (devices.every((device) => device === deviceReferenceId)) return;
  throw new IssuerError('invalidState', 'the key is registered under another deviceReferenceId');
}

/**
 * A replaced key ends what was open with it, in the same write (ruling 42). The same key again changes nothing but its
 * certificates.
 */
async function keep(
  writer: IssuerWriter,
  { registration: before, nonce: _, ...device }: Device,
  registration: DeviceRegistration,
  actor: Actor,
): Promise<void> {
  const { deviceReferenceId } = device;
  const at = registration.registeredAt;
  const isSame = before !== undefined && isSameKey(before, registration);
  if (!isSame && (await settleLiveCredential(writer, deviceReferenceId, at))) refuseNewKey();
  if (before && !isSame) await endProofingsOfKey(writer, deviceReferenceId, { actor, at });
  const shared = isSame && before.sharesKey ? { sharesKey: true as const } : {};
  // The nonce is used up in the same write: the revision that was read holds it. A key that another device registered
  // meanwhile is a conflict: it is unique in the database.
  await writer.updateDevice({ ...device, registration: { ...registration, ...shared } });
  await writer.record({ subject: 'device', subjectId: deviceReferenceId, event: 'register', actor, at });
}

/** Checks the whole chain and the nonce; then the device identity key is what the device is known by. */
export const registerDevice: Operation<'registerDevice', 'store' | 'policy' | 'clock'> =
  ({ store, policy, clock }) =>
  async (request) => {
    const { deviceReferenceId } = request;
    const chain = certificateChain(request);
    const leaf = chain[0] ?? new Uint8Array();
    await retryOnConflict(async () => {
      const device = await store.read((reader) => knownDevice(reader, deviceReferenceId));
      if (isRetry(device, sha256(leaf))) return;
      const now = clock();
      const nonce = openNonce(device, now);
      if (await store.read((reader) => hasLiveCredential(reader, deviceReferenceId, now))) {
        const claimed = claimedKey(leaf);
        if (!device.registration || !claimed || !isSameKey(device.registration, claimed)) refuseNewKey();
      }
      const registration = attest(chain, nonce, { policy, clock });
      if (!device.registration || !isSameKey(device.registration, registration)) {
        await store.read((reader) => requireFreeKey(reader, registration, deviceReferenceId));
      }
      await store.write((writer) => keep(writer, device, registration, walletActor(request)));
    });
    return {};
  };
