import { hash } from 'node:crypto';
import { retryOnConflict } from '../../conventions/conflict.ts';
import { AttestationError, verifyKeyAttestation } from '../../formats/android/attestation/index.ts';
import { hasLiveCredential, settleLiveCredential } from '../credential/live-credential.ts';
import type { IssuerDeps } from '../deps.ts';
import { certificateChain } from '../device/certificate-chain.ts';
import { challengesOf } from '../device/nonce.ts';
import { knownDevice } from '../device/registered-device.ts';
import { IssuerError } from '../errors.ts';
import type { Device, DeviceRegistration } from '../ports/entities.ts';
import type { Operation } from './operation.ts';
import { walletActor } from './wallet-actor.ts';

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

/** Checks the whole chain and the nonce; then the device identity key is what the device is known by. */
export const registerDevice: Operation<'registerDevice', 'store' | 'policy' | 'clock'> =
  ({ store, policy, clock }) =>
  async (request) => {
    const { deviceReferenceId } = request;
    const chain = certificateChain(request);
    const leafHash = sha256(chain[0] ?? new Uint8Array());
    await retryOnConflict(async () => {
      const device = await store.read((reader) => knownDevice(reader, deviceReferenceId));
      if (isRetry(device, leafHash)) return;
      const now = clock();
      const nonce = openNonce(device, now);
      if (await store.read((reader) => hasLiveCredential(reader, deviceReferenceId, now))) refuseNewKey();
      const registration = attest(chain, nonce, { policy, clock });
      // The nonce is used up in the same write: the revision that was read holds it.
      const { nonce: _, ...rest } = device;
      await store.write(async (writer) => {
        if (await settleLiveCredential(writer, deviceReferenceId, now)) refuseNewKey();
        await writer.updateDevice({ ...rest, registration });
        await writer.record({
          subject: 'device',
          subjectId: deviceReferenceId,
          event: 'register',
          actor: walletActor(request),
          at: registration.registeredAt,
        });
      });
    });
    return {};
  };
