import {
  type Certificate,
  type CertificateFields,
  encodeExtension,
  parseCertificate,
  signCertificate,
} from '../../../x509/index.ts';
import { AttestationError, type AttestationPolicy, verifyKeyAttestation } from '../index.ts';
import type { TestChain } from './test-chain.ts';

/** `accepted`, or the code of the refusal. */
export function verdict(chain: readonly Uint8Array[], policy: AttestationPolicy): string {
  try {
    verifyKeyAttestation(chain, policy);
  } catch (error) {
    if (error instanceof AttestationError) return error.code;
    throw error;
  }
  return 'accepted';
}

/** What a certificate says, its extensions left out. */
export const fieldsOf = (certificate: Certificate): Omit<CertificateFields, 'extensions'> => ({
  serialNumber: certificate.serialNumber,
  issuer: certificate.issuer,
  subject: certificate.subject,
  notBefore: certificate.notBefore,
  notAfter: certificate.notAfter,
  spki: certificate.spki,
});

/** The chain with the certificate at `index` made anew from changed fields by its own signer. */
export async function resigned(
  from: TestChain,
  index: number,
  changes: Partial<CertificateFields>,
): Promise<TestChain> {
  const old = from.certificates[index]!;
  const signer = from.keys[index + 1] ?? from.keys[index]!;
  const extensions = Array.from(old.extensions, ([oid, { critical, value }]) =>
    encodeExtension(oid, critical, value),
  );
  const der = await signCertificate({ ...fieldsOf(old), extensions, ...changes }, signer.sign);
  return {
    ...from,
    chain: from.chain.with(index, der),
    certificates: from.certificates.with(index, parseCertificate(der)),
  };
}
