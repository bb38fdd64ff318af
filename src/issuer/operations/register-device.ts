import { hash } from 'node:crypto';
import { retryOnConflict } from '../../conventions/errors.ts';
import type { Clock } from '../../conventions/time.ts';
import { AttestationError, verifyKeyAttestation } from '../../formats/android/attestation/index.ts';
import { Checks } from '../checks.ts';
import type { RequestOf } from '../contract/index.ts';
import { applyLiveCredentialDeadline, hasLiveCredential } from '../credential/current-credential.ts';
import type { IssuerDeps } from '../deps.ts';
import { claimedKey, isSameKey, knownDevice } from '../device/registered-device.ts';
import { certificateChain, challengesOf } from '../device/registration.ts';
import { IssuerError, RevocationListTooOld } from '../errors.ts';
import type { Actor, Device, DeviceRegistration } from '../model/index.ts';
import type { IssuerPolicy } from '../policy.ts';
import type { IssuerReader, IssuerStore, IssuerWriter } from '../ports/store.ts';
import { endProofingsOfKey } from '../proofing/change-proofing.ts';
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

/** Verifies the chain before trusting or writing anything. */
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

/** One identity key serves one deviceReferenceId. @throws IssuerError `invalidState` */
async function requireFreeKey(
  reader: IssuerReader,
  { credentialKey }: DeviceRegistration,
  deviceReferenceId: string,
): Promise<void> {
  const owner = await reader.deviceWithKey(credentialKey);
  if (owner === undefined || owner === deviceReferenceId) return;
  throw new IssuerError('invalidState', 'the key is registered under another deviceReferenceId');
}

/**
 * If the key is replaced, its open proofings end in the same write. If the same key is registered
 * again, only its certificates are replaced.
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
  if (!isSame && (await applyLiveCredentialDeadline(writer, deviceReferenceId, at))) refuseNewKey();
  if (before && !isSame) await endProofingsOfKey(writer, deviceReferenceId, { actor, at });
  // The same write uses up the nonce, protected by the revision. If another device has registered the key
  // since, the unique index reports a conflict.
  await writer.updateDevice({ ...device, registration });
  await writer.record({ subject: 'device', subjectId: deviceReferenceId, event: 'register', actor, at });
}

/** A device with a live credential can only register its current key again. */
function requireReplaceableKey({ registration }: Device, hasLive: boolean, leaf: Uint8Array): void {
  if (!hasLive) return;
  const claimed = claimedKey(leaf);
  if (!registration || !claimed || !isSameKey(registration, claimed)) refuseNewKey();
}

type Request = RequestOf<'registerDevice'>;

const CHAIN = new Checks<{ readonly request: Request }>().and({
  step: 'fields',
  name: 'deviceIdentityCertificateChain is present and contains certificates',
  reasons: ['missingRequiredField', 'invalidFieldValue'],
  check: ({ request }) => ({ chain: certificateChain(request) }),
});

const KNOWN = new Checks<{ readonly reader: IssuerReader; readonly request: Request }>().and({
  step: 'identifiers',
  name: 'deviceReferenceId is known',
  reasons: ['invalidIdentifier'],
  remedies: { invalidIdentifier: 'Get a registration nonce for this deviceReferenceId first.' },
  check: async ({ reader, request }) => ({ device: await knownDevice(reader, request.deviceReferenceId) }),
});

const NEW_KEY = new Checks<{
  readonly store: IssuerStore;
  readonly policy: IssuerPolicy;
  readonly clock: Clock;
  readonly device: Device;
  readonly hasLive: boolean;
  readonly chain: readonly Uint8Array[];
  readonly leaf: Uint8Array;
}>()
  .and({
    step: 'state',
    name: 'a nonce is open',
    reasons: ['invalidState'],
    remedies: { invalidState: 'Get a new registration nonce, and register with it before it ends.' },
    check: ({ device, clock }) => ({ nonce: openNonce(device, clock()) }),
  })
  .and({
    step: 'state',
    name: 'the device has no live credential of another key',
    reasons: ['invalidState'],
    remedies: {
      invalidState: 'Register the key that the device has, or delete or revoke its credential first.',
    },
    check: ({ device, hasLive, leaf }) => {
      requireReplaceableKey(device, hasLive, leaf);
    },
  })
  .and({
    step: 'signatures',
    name: 'the key attestation is valid and contains the nonce',
    reasons: ['forbidden', 'invalidFieldValue'],
    check: ({ chain, nonce, policy, clock }) => ({ registration: attest(chain, nonce, { policy, clock }) }),
  })
  .and({
    step: 'state',
    name: 'the key is not registered under another deviceReferenceId',
    reasons: ['invalidState'],
    remedies: { invalidState: 'Make a new identity key for this deviceReferenceId.' },
    check: async ({ store, device, registration }) => {
      if (!device.registration || !isSameKey(device.registration, registration))
        await store.read((reader) => requireFreeKey(reader, registration, device.deviceReferenceId));
    },
  });

export const REGISTER_DEVICE_CHECKS = [...CHAIN.rows, ...KNOWN.rows, ...NEW_KEY.rows];

/** Verifies the chain and the nonce, and registers the device identity key. */
export const registerDevice: Operation<'registerDevice', 'store' | 'policy' | 'clock'> =
  ({ store, policy, clock }) =>
  async (request) => {
    const { chain } = await CHAIN.run({ request });
    const leaf = chain[0] ?? new Uint8Array();
    await retryOnConflict(async () => {
      const { device, hasLive } = await store.snapshot(async (reader) => {
        const known = await KNOWN.run({ reader, request });
        return { ...known, hasLive: await hasLiveCredential(reader, request.deviceReferenceId, clock()) };
      });
      if (isRetry(device, sha256(leaf))) return;
      const { registration } = await NEW_KEY.run({ store, policy, clock, device, hasLive, chain, leaf });
      await store.write((writer) => keep(writer, device, registration, walletActor(request)));
    });
    return {};
  };
