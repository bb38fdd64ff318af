import { derWriter } from '../der/index.ts';
import { CertificateError } from './error.ts';

/** DER ECDSA-Sig-Value (RFC 3279 2.2.3) of a signature r ‖ s on P-256. */
export function ecdsaSignatureToDer(raw: Uint8Array): Uint8Array {
  if (raw.length !== 64) throw new CertificateError('invalidSpec', 'signer did not return 64 octets r ‖ s');
  return derWriter.sequence(
    derWriter.unsignedInteger(raw.subarray(0, 32)),
    derWriter.unsignedInteger(raw.subarray(32)),
  );
}
