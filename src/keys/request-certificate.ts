import { makeCertificationRequest } from '../formats/x509/index.ts';
import { type KeyMaker, namesOf, newKeyId } from './make-key.ts';

export interface CertificationRequest {
  readonly keyId: string;
  /** PKCS#10, DER. */
  readonly request: Uint8Array;
}

/** Makes a document signer key, and asks for its certificate from a root whose key is elsewhere. */
export async function requestSignerCertificate(maker: KeyMaker): Promise<CertificationRequest> {
  const { keyId } = newKeyId(maker);
  const point = await maker.custody.create(keyId, 'sign');
  const { stateOrProvince } = maker.subject;
  const name = { ...namesOf(maker, 'Document Signer'), stateOrProvince };
  const request = await makeCertificationRequest(name, point, (bytes) => maker.custody.sign(keyId, bytes));
  return { keyId, request };
}
