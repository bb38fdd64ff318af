import { decodeIssuerSigned } from '../../formats/mdoc/index.ts';
import { disclose, type Presentation, type PresentationRequest } from '../device/flow/disclose.ts';
import { DeviceStateError } from '../errors.ts';
import type { HeldCredential, VciState } from './state.ts';

/** Answers a reader with a credential, which is never used again. @throws DeviceStateError */
export async function presentCredential(
  { docType, credentials }: VciState,
  request: PresentationRequest,
  now: number,
): Promise<{ readonly credential: HeldCredential; readonly presentation: Presentation }> {
  const credential = credentials.find(({ expiresAt }) => expiresAt > now);
  if (credential === undefined)
    throw new DeviceStateError('noAuthKey', 'there is no unused credential left; refresh first');
  const { nameSpaces = new Map(), issuerAuth } = decodeIssuerSigned(credential.issuerSigned);
  const presentation = await disclose({ docType, nameSpaces, issuerAuth }, credential.key, request);
  return { credential, presentation };
}
