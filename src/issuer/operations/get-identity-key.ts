import { encodeBase64 } from '../base64.ts';
import type { Operation } from './operation.ts';

/** Returns the active identity key and, during a rotation, the next one, in no particular order. */
export const getIdentityKey: Operation<'getIdentityKey', 'keys'> =
  ({ keys }) =>
  async () => ({ issuerIdentityCertificate: (await keys.identityCertificates()).map(encodeBase64) });
