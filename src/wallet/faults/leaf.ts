import { encodeKeyDescription, KEY_DESCRIPTION_OID } from '../../formats/android/index.ts';
import { spkiFromPoint } from '../../formats/ec/index.ts';
import { encodeExtension, encodeKeyUsage, encodeName, signCertificate } from '../../formats/x509/index.ts';
import type { AttestedChain } from '../device/attestation/chain.ts';

interface LeafChanges {
  /** DER SubjectPublicKeyInfo. */
  readonly spki?: Uint8Array;
  /** Contents of the attestation extension; null leaves it out. */
  readonly attestation?: Uint8Array | null;
}

/** The chain with a leaf by the same attestation key that no honest device would make. */
export async function withOtherLeaf(
  made: AttestedChain,
  changes: LeafChanges,
): Promise<readonly Uint8Array[]> {
  const { spec, attester, credentialKey, chain } = made;
  const { attestation = encodeKeyDescription(spec.description) } = changes;
  const { subject: issuer, notBefore, notAfter } = attester.certificate;
  const leaf = await signCertificate(
    {
      serialNumber: Uint8Array.of(1),
      issuer,
      subject: encodeName({ commonName: spec.commonName }),
      notBefore,
      notAfter,
      spki: changes.spki ?? spkiFromPoint(credentialKey.point),
      extensions: [
        encodeKeyUsage(['digitalSignature']),
        ...(attestation ? [encodeExtension(KEY_DESCRIPTION_OID, false, attestation)] : []),
      ],
    },
    attester.key.sign,
  );
  return [leaf, ...chain.slice(1)];
}
