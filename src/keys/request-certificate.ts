import { makeCertificationRequest } from '../formats/x509/index.ts';
import type { Actor } from '../issuer/model/index.ts';
import type { KeyRegister, KeyRequest } from './key-register.ts';
import { type KeyMaker, namesOf, newKeyId } from './make-key.ts';

async function makeRequest(maker: KeyMaker, keyId: string): Promise<KeyRequest> {
  const createdAt = maker.clock();
  const point = await maker.custody.create(keyId, 'sign');
  const { stateOrProvince } = maker.subject;
  const name = { ...namesOf(maker, 'Document Signer'), stateOrProvince };
  const request = await makeCertificationRequest(name, point, (bytes) => maker.custody.sign(keyId, bytes));
  return { keyId, request, createdAt };
}

/** Makes a document signer key, and asks for its certificate from a root whose key is elsewhere. */
export async function requestSignerCertificate(
  register: KeyRegister,
  maker: KeyMaker,
  actor: Actor,
): Promise<KeyRequest> {
  const { keyId } = newKeyId(maker);
  try {
    const request = await makeRequest(maker, keyId);
    const change = { event: 'request', actor, at: request.createdAt } as const;
    await register.write((writer) => writer.insertRequest(request, change));
    return request;
  } catch (error) {
    await maker.custody.destroy(keyId);
    throw error;
  }
}
