import { derWriter } from '../der/index.ts';
import { TSP_OID } from './oid.ts';

export interface TimeStampRequest {
  /** SHA-256 of the data to date. */
  readonly imprint: Uint8Array;
  /** Random bytes, big endian; the answer must repeat them. */
  readonly nonce: Uint8Array;
  /** OBJECT IDENTIFIER of the policy that the authority must apply. */
  readonly policy?: string;
}

/** DER TimeStampReq (RFC 3161, section 2.4.1). Asks for the certificates, so that the token is complete. */
export function encodeTimeStampRequest({ imprint, nonce, policy }: TimeStampRequest): Uint8Array {
  const algorithm = derWriter.sequence(derWriter.objectIdentifier(TSP_OID.sha256), derWriter.nullValue());
  return derWriter.sequence(
    derWriter.integer(1),
    derWriter.sequence(algorithm, derWriter.octetString(imprint)),
    ...(policy === undefined ? [] : [derWriter.objectIdentifier(policy)]),
    derWriter.unsignedInteger(nonce),
    derWriter.boolean(true),
  );
}
