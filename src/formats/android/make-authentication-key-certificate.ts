import { DAY } from '../../conventions/time.ts';
import type { RawSigner } from '../cose/index.ts';
import { derWriter } from '../der/index.ts';
import { spkiFromPoint } from '../ec/index.ts';
import { encodeExtension, encodeName, signCertificate } from '../x509/index.ts';
import { IDENTITY_CREDENTIAL_KEY_NAME } from './attestation/index.ts';
import { PROOF_OF_BINDING_OID } from './authentication-key-certificate.ts';
import { encodeProofOfBinding } from './proof-of-binding.ts';

export interface AuthenticationKeySpec {
  /** Uncompressed P-256 point of the authentication key, 65 bytes. */
  readonly point: Uint8Array;
  /** Milliseconds since 1970, whole seconds. */
  readonly notBefore: number;
  /** 365 days later, when left out. */
  readonly notAfter?: number;
  /** Left out as devices before feature version 202101 do. */
  readonly popSha256?: Uint8Array;
  /** One OCTET STRING more around the ProofOfBinding. */
  readonly doubleWrapped?: boolean;
}

const VALIDITY = 365 * DAY;
const SERIAL_NUMBER = Uint8Array.of(1);
const ISSUER = encodeName({ commonName: IDENTITY_CREDENTIAL_KEY_NAME });
const SUBJECT = encodeName({ commonName: 'Android Identity Credential Authentication Key' });

/** Device's side. `sign` holds the credential key. */
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
