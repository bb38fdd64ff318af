import { ecdsaSignatureToDer } from '../ec/index.ts';
import { CertificateError } from './error.ts';

/** DER ECDSA-Sig-Value (RFC 3279 2.2.3) of a signer's r ‖ s on P-256. */
export function signatureValue(raw: Uint8Array): Uint8Array {
  if (raw.length !== 64) throw new CertificateError('invalidSpec', 'signer did not return 64 octets r ‖ s');
  return ecdsaSignatureToDer(raw);
}
