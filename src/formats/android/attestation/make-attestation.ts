import { encode } from '../../cbor/index.ts';
import type { RawSigner } from '../../cose/index.ts';
import { spkiFromPoint } from '../../ec/index.ts';
import {
  type Certificate,
  type DistinguishedName,
  encodeBasicConstraints,
  encodeExtension,
  encodeKeyUsage,
  encodeName,
  signCertificate,
} from '../../x509/index.ts';
import { encodeKeyDescription, KEY_DESCRIPTION_OID, type KeyDescription } from './key-description.ts';
import { PROVISIONING_INFO_OID } from './provisioning.ts';

export interface AttestationAuthoritySpec {
  readonly subject: DistinguishedName;
  /** The certificate above; a self-signed root without. */
  readonly issuer?: Certificate;
  /** Uncompressed P-256 point. */
  readonly subjectPoint: Uint8Array;
  readonly serialNumber: Uint8Array;
  /** Milliseconds. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** Written as provisioning info, as on the attesters of remotely provisioned chains. */
  readonly certificatesIssued?: number;
}

/** A root, intermediate or attester of an attestation chain. `sign` uses the issuer's key, the root's own for a root. */
export function makeAttestationAuthority(
  spec: AttestationAuthoritySpec,
  sign: RawSigner,
): Promise<Uint8Array> {
  const subject = encodeName(spec.subject);
  const extensions = [encodeBasicConstraints({ ca: true }), encodeKeyUsage(['keyCertSign'])];
  if (spec.certificatesIssued !== undefined) {
    const info = encode(new Map([[1, spec.certificatesIssued]]));
    extensions.push(encodeExtension(PROVISIONING_INFO_OID, false, info));
  }
  const fields = {
    serialNumber: spec.serialNumber,
    issuer: spec.issuer?.subject ?? subject,
    subject,
    notBefore: spec.notBefore,
    notAfter: spec.notAfter,
    spki: spkiFromPoint(spec.subjectPoint),
    extensions,
  };
  return signCertificate(fields, sign);
}

export interface AttestedKeySpec {
  readonly description: KeyDescription;
  readonly attester: Certificate;
  readonly subjectPoint: Uint8Array;
  readonly commonName: string;
  /** Milliseconds; the certificate ends with that of the attester. */
  readonly notBefore: number;
}

/** The leaf: serial number 1, digitalSignature, the key description. `sign` uses the attester's key. */
export function makeAttestedKeyCertificate(spec: AttestedKeySpec, sign: RawSigner): Promise<Uint8Array> {
  const { attester, description } = spec;
  const fields = {
    serialNumber: Uint8Array.of(1),
    issuer: attester.subject,
    subject: encodeName({ commonName: spec.commonName }),
    notBefore: spec.notBefore,
    notAfter: attester.notAfter,
    spki: spkiFromPoint(spec.subjectPoint),
    extensions: [
      encodeKeyUsage(['digitalSignature']),
      encodeExtension(KEY_DESCRIPTION_OID, false, encodeKeyDescription(description)),
    ],
  };
  return signCertificate(fields, sign);
}
