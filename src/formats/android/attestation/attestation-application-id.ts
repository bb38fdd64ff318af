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
  return readDer(reader.octetString(), (inner) => {
    const fields = inner.sequence();
    const packages = readSet(fields.set(), readPackage);
    const signatureDigests = readSet(fields.set(), (set) => set.octetString());
    fields.end();
    return { packages, signatureDigests };
  });
}

function readSet<T>(set: DerReader, read: (set: DerReader) => T): readonly T[] {
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
