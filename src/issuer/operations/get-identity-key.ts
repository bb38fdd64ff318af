import { encodeBase64 } from '../base64.ts';
import type { Operation } from './operation.ts';

/** The active identity key; during a rotation the next one too, in no particular order. */
export const getIdentityKey: Operation<'getIdentityKey', 'keys'> =
  ({ keys }) =>
  async () => ({ issuerIdentityCertificate: (await keys.identityCertificates()).map(encodeBase64) });
