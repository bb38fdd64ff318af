import { hash, type KeyObject } from 'node:crypto';
import { encodeInOrder } from '../cbor/index.ts';
import { ProofError } from '../errors.ts';
import { proofDecoder, read } from '../structure/index.ts';
import {
  type AccessControlProfile,
  type ProfileDialect,
  profileMembers,
  readProfiles,
} from './access-control-profile.ts';
import {
  type ProvisionedNamespace,
  provisionedDataMembers,
  readProvisionedData,
} from './provisioned-credential.ts';
import { openSignedProof, type SignedProofOptions } from './signed-proof.ts';

const KIND = 'ProofOfProvisioning';
const MEMBERS = 5;

/** `["ProofOfProvisioning", docType, [* AccessControlProfile], ProvisionedData, testCredential]`. */
export interface ProofOfProvisioning {
  readonly docType: string;
  readonly accessControlProfiles: readonly AccessControlProfile[];
  readonly namespaces: readonly ProvisionedNamespace[];
  readonly testCredential: boolean;
}

/** Encodes the proof as a device does. Any content is allowed, to simulate attacks. */
export function encodeProofOfProvisioning(
  proof: ProofOfProvisioning,
  dialect: ProfileDialect = 'hardware',
): Uint8Array {
  const { docType, accessControlProfiles, namespaces, testCredential } = proof;
  return encodeInOrder([
    KIND,
    docType,
    accessControlProfiles.map((profile) => profileMembers(profile, dialect)),
    provisionedDataMembers(namespaces),
    testCredential,
  ]);
}

/**
 * Accepts profiles in either encoding. Throws ProofError `malformed` or `wrongKind`. Values are views of
 * `payload`.
 */
export function decodeProofOfProvisioning(payload: Uint8Array): ProofOfProvisioning {
  return proofDecoder.item(KIND, payload, (reader) => {
    const length = reader.array();
    if (length === 0 || reader.text() !== KIND) throw new ProofError('wrongKind', `this is no ${KIND}`);
    if (length !== MEMBERS) throw new ProofError('malformed', `${KIND}: wrong length`);
    return {
      docType: read.text(reader),
      accessControlProfiles: readProfiles(reader),
      namespaces: readProvisionedData(reader),
      testCredential: read.boolean(reader),
    };
  });
}

export interface OpenedProofOfProvisioning {
  readonly proof: ProofOfProvisioning;
  /** The SHA-256 of the payload, which a ProofOfBinding contains. */
  readonly popSha256: Uint8Array;
}

/**
 * Verifies the proof and returns what the device stored, to be passed to `differenceToProvisioned`. Throws
 * ProofError `malformed`, `invalidSignature` or `wrongKind`.
 */
export function openProofOfProvisioning(
  bytes: Uint8Array,
  credentialKey: KeyObject,
  options?: SignedProofOptions,
): OpenedProofOfProvisioning {
  const payload = openSignedProof(bytes, credentialKey, options);
  const proof = decodeProofOfProvisioning(payload);
  return { proof, popSha256: new Uint8Array(hash('sha256', payload, 'buffer')) };
}
