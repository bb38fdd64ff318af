import { type KeyObject, verify } from 'node:crypto';
import { DAY } from '../../conventions/time.ts';
import { encodeInOrder } from '../cbor/index.ts';
import type { RawSigner } from '../cose/index.ts';
import {
  contextConstructed,
  DerError,
  type DerReader,
  derWriter,
  PHONE,
  readDer,
  TAG,
} from '../der/index.ts';
import { canonicalEcdsaSignature, EcError, pointFromSpki, spkiFromPoint } from '../ec/index.ts';
import { AuthenticationKeyError, ProofError } from '../errors.ts';
import { proofDecoder, read } from '../structure/index.ts';
import { encodeExtension, encodeName, OID, readSignatureAlgorithm, signCertificate } from '../x509/index.ts';
import { IDENTITY_CREDENTIAL_KEY_NAME } from './attestation/index.ts';

const KIND = 'ProofOfBinding';
const HASH_LENGTH = 32;

/**
 * `["ProofOfBinding", popSha256]`, in the certificate of an authentication key. `popSha256` is the SHA-256 of
 * the payload of the ProofOfProvisioning, not of its COSE_Sign1. Throws ProofError `unencodable`.
 */
export function encodeProofOfBinding(popSha256: Uint8Array): Uint8Array {
  if (popSha256.length !== HASH_LENGTH) throw new ProofError('unencodable', 'a SHA-256 has 32 bytes');
  return encodeInOrder([KIND, popSha256]);
}

/** Returns the popSha256 and ignores further members, because the structure may be extended. Throws ProofError. */
export function decodeProofOfBinding(bytes: Uint8Array): Uint8Array {
  return proofDecoder.item(KIND, bytes, (reader) => {
    const length = reader.array();
    if (length === 0 || reader.text() !== KIND) throw new ProofError('wrongKind', `this is no ${KIND}`);
    const popSha256 = length < 2 ? new Uint8Array(0) : read.bytes(reader);
    if (popSha256.length !== HASH_LENGTH) throw new ProofError('malformed', `${KIND}: no SHA-256`);
    for (let left = length - 2; left > 0; left--) read.raw(reader);
    return popSha256;
  });
}

/** Extension that contains a ProofOfBinding (identity credential feature version 202101). */
export const PROOF_OF_BINDING_OID = '1.3.6.1.4.1.11129.2.1.26';

/** Content of the certificate of an authentication key, which the credential key signed. */
export interface AuthenticationKey {
  /** Uncompressed P-256 point, 65 bytes, on the curve. */
  readonly point: Uint8Array;
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** Hash of the ProofOfProvisioning that the key belongs to; absent in certificates of older devices. */
  readonly popSha256?: Uint8Array;
}

const MAX_CERTIFICATE_BYTES = 4096;
const VERSION_3 = 2;

/**
 * Reads the certificate and checks that the credential key signed it. Ignores names and serial number, which
 * are the same in all such certificates, and does not check the validity. There is no path validation,
 * because the signer is not a CA. Throws AuthenticationKeyError.
 */
export function verifyAuthenticationKeyCertificate(
  certificate: Uint8Array,
  credentialKey: KeyObject,
): AuthenticationKey {
  if (certificate.length > MAX_CERTIFICATE_BYTES) {
    throw new AuthenticationKeyError('malformed', 'the certificate is too long');
  }
  try {
    return readCertificate(certificate, credentialKey);
  } catch (error) {
    if (error instanceof DerError) throw refusal('malformed', error);
    if (error instanceof EcError) throw refusal('invalidKey', error);
    if (error instanceof ProofError) throw refusal('invalidProofOfBinding', error);
    throw error;
  }
}

const refusal = (code: AuthenticationKeyError['code'], cause: Error): AuthenticationKeyError =>
  new AuthenticationKeyError(code, cause.message, { cause });

function readCertificate(bytes: Uint8Array, credentialKey: KeyObject): AuthenticationKey {
  const { tbs, signature } = readDer(bytes, readSigned, PHONE);
  const key = readDer(tbs, readTbsCertificate, PHONE);
  if (!verify('sha256', tbs, credentialKey, canonicalEcdsaSignature(signature, PHONE))) {
    throw new AuthenticationKeyError('invalidSignature', 'the credential key did not sign the certificate');
  }
  return key;
}

function readSigned(reader: DerReader): { readonly tbs: Uint8Array; readonly signature: Uint8Array } {
  const parts = reader.sequence();
  const tbs = parts.element(TAG.sequence);
  requireEcdsaWithSha256(parts);
  const signature = parts.bitStringOctets();
  parts.end();
  return { tbs, signature };
}

/** TBSCertificate of RFC 5280 4.1. */
function readTbsCertificate(reader: DerReader): AuthenticationKey {
  const fields = reader.sequence();
  requireVersion3(fields);
  fields.integerContent();
  requireEcdsaWithSha256(fields);
  fields.wellFormedElement();
  const validity = fields.sequence();
  const notBefore = validity.time();
  const notAfter = validity.time();
  validity.end();
  fields.wellFormedElement();
  const point = pointFromSpki(fields.element(TAG.sequence), PHONE);
  const popSha256 = fields.done ? undefined : readExtensions(fields.explicit(3));
  fields.end();
  return { point, notBefore, notAfter, ...(popSha256 && { popSha256 }) };
}

function requireVersion3(fields: DerReader): void {
  const version = fields.nextIs(contextConstructed(0)) ? fields.explicit(0) : undefined;
  if (version?.smallInteger() !== VERSION_3) {
    throw new AuthenticationKeyError('unsupportedVersion', 'the certificate is not of version 3');
  }
  version.end();
}

function requireEcdsaWithSha256(fields: DerReader): void {
  if (readSignatureAlgorithm(fields.sequence()) !== OID.ecdsaWithSha256) {
    throw new AuthenticationKeyError(
      'unsupportedAlgorithm',
      'the signature algorithm is not ecdsa-with-SHA256',
    );
  }
}

/** Extensions that may be critical (RFC 5280 4.2.1.3, 4.2.1.9). Nothing that they can say matters to an issuer. */
const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set([
  PROOF_OF_BINDING_OID,
  OID.keyUsage,
  OID.basicConstraints,
]);

/** The hash in the ProofOfBinding extension; unknown extensions must not be critical. */
function readExtensions(choice: DerReader): Uint8Array | undefined {
  const list = choice.sequence();
  choice.end();
  let popSha256: Uint8Array | undefined;
  do {
    const extension = list.sequence();
    const oid = extension.objectIdentifier();
    const isBinding = oid === PROOF_OF_BINDING_OID;
    const critical = extension.nextIs(TAG.boolean) && extension.boolean();
    const value = extension.octetString();
    extension.end();
    if (critical && !KNOWN_EXTENSIONS.has(oid)) {
      throw new AuthenticationKeyError('criticalExtension', 'an unknown extension is critical');
    }
    if (isBinding && popSha256) {
      throw new AuthenticationKeyError('malformed', 'the ProofOfBinding extension is repeated');
    }
    if (isBinding) popSha256 = decodeProofOfBinding(unwrapped(value));
  } while (!list.done);
  return popSha256;
}

/**
 * Devices put the CBOR directly into extnValue. An additional OCTET STRING is accepted: no CBOR can begin
 * with its tag.
 */
function unwrapped(value: Uint8Array): Uint8Array {
  if (value[0] !== TAG.octetString >> 3) return value;
  return readDer(value, (reader) => reader.octetString(), PHONE);
}

export interface AuthenticationKeySpec {
  /** Uncompressed P-256 point of the authentication key, 65 bytes. */
  readonly point: Uint8Array;
  /** Milliseconds since 1970, whole seconds. */
  readonly notBefore: number;
  /** Default: 365 days later. */
  readonly notAfter?: number;
  /** Absent for devices before feature version 202101. */
  readonly popSha256?: Uint8Array;
  /** Wraps the ProofOfBinding in an additional OCTET STRING. */
  readonly doubleWrapped?: boolean;
}

const VALIDITY = 365 * DAY;
const SERIAL_NUMBER = Uint8Array.of(1);
const ISSUER = encodeName({ commonName: IDENTITY_CREDENTIAL_KEY_NAME });
const SUBJECT = encodeName({ commonName: 'Android Identity Credential Authentication Key' });

/** Makes the certificate like a device. `sign` uses the credential key. */
export function makeAuthenticationKeyCertificate(
  spec: AuthenticationKeySpec,
  sign: RawSigner,
): Promise<Uint8Array> {
  const { point, notBefore, notAfter = notBefore + VALIDITY, popSha256 } = spec;
  const fields = {
    serialNumber: SERIAL_NUMBER,
    issuer: ISSUER,
    subject: SUBJECT,
    notBefore,
    notAfter,
    spki: spkiFromPoint(point),
    extensions: popSha256 ? [encodeProofOfBindingExtension(popSha256, spec.doubleWrapped === true)] : [],
  };
  return signCertificate(fields, sign);
}

function encodeProofOfBindingExtension(popSha256: Uint8Array, doubleWrapped: boolean): Uint8Array {
  const binding = encodeProofOfBinding(popSha256);
  return encodeExtension(
    PROOF_OF_BINDING_OID,
    false,
    doubleWrapped ? derWriter.octetString(binding) : binding,
  );
}
