import { DerError, type DerReader, decodeString, derWriter, readDer, TAG } from '../../der/index.ts';

const MAX_ENTRIES = 256;

export interface AttestationPackage {
  readonly name: string;
  readonly version: bigint;
}

/** The applications that share the key's user id (AOSP KeyCreationResult.aidl). */
export interface AttestationApplicationId {
  readonly packages: readonly AttestationPackage[];
  /** SHA-256 of each signing certificate. */
  readonly signatureDigests: readonly Uint8Array[];
}

/** Reads the OCTET STRING that wraps the structure. */
export function readAttestationApplicationId(reader: DerReader): AttestationApplicationId {
  return readDer(reader.octetString(), readApplication, reader.rules);
}

function readApplication(reader: DerReader): AttestationApplicationId {
  const fields = reader.sequence();
  const packages = readSet(fields.set(), readPackage);
  const signatureDigests = readSet(fields.set(), (set) => set.octetString());
  fields.end();
  return { packages, signatureDigests };
}

/** The members of a SET OF. */
export function readSet<T>(set: DerReader, read: (set: DerReader) => T): readonly T[] {
  const members: T[] = [];
  while (!set.done) {
    if (members.length === MAX_ENTRIES)
      throw new DerError('tooManyItems', set.offset, 'set has too many members');
    members.push(read(set));
  }
  return members;
}

function readPackage(set: DerReader): AttestationPackage {
  const fields = set.sequence();
  const at = fields.offset;
  const name = decodeString(TAG.utf8String, fields.octetString(), at);
  const version = fields.integer();
  fields.end();
  return { name, version };
}

export function encodeAttestationApplicationId(id: AttestationApplicationId): Uint8Array {
  const packages = id.packages.map(({ name, version }) =>
    derWriter.sequence(derWriter.octetString(Buffer.from(name, 'utf8')), derWriter.integer(version)),
  );
  const digests = id.signatureDigests.map(derWriter.octetString);
  return derWriter.octetString(derWriter.sequence(derWriter.setOf(...packages), derWriter.setOf(...digests)));
}

/** State of verified boot (AOSP VerifiedBootState). */
const VERIFIED_BOOT_STATES = ['verified', 'selfSigned', 'unverified', 'failed'] as const;

export type VerifiedBootState = (typeof VERIFIED_BOOT_STATES)[number];

export interface RootOfTrust {
  readonly verifiedBootKey: Uint8Array;
  readonly deviceLocked: boolean;
  /** `unknown`: a number other than the four states. */
  readonly verifiedBootState: VerifiedBootState | 'unknown';
  /** Missing in attestation versions 1 and 2. */
  readonly verifiedBootHash?: Uint8Array;
}

export function readRootOfTrust(reader: DerReader): RootOfTrust {
  const fields = reader.sequence();
  const trust = {
    verifiedBootKey: fields.octetString(),
    deviceLocked: fields.boolean(),
    verifiedBootState: VERIFIED_BOOT_STATES[fields.enumerated()] ?? ('unknown' as const),
  };
  if (fields.done) return trust;
  const verifiedBootHash = fields.octetString();
  fields.end();
  return { ...trust, verifiedBootHash };
}

export function encodeRootOfTrust(trust: RootOfTrust): Uint8Array {
  const state = VERIFIED_BOOT_STATES.indexOf(trust.verifiedBootState as VerifiedBootState);
  const parts = [
    derWriter.octetString(trust.verifiedBootKey),
    derWriter.boolean(trust.deviceLocked),
    // Any other state is written as an undefined number, to simulate attacks.
    derWriter.enumerated(state === -1 ? VERIFIED_BOOT_STATES.length : state),
  ];
  if (trust.verifiedBootHash !== undefined) parts.push(derWriter.octetString(trust.verifiedBootHash));
  return derWriter.sequence(...parts);
}
