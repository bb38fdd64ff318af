import { encodeBase64 } from '../base64.ts';
import type { Operation } from './operation.ts';

/** Returns the active encryption key only. Older keys still decrypt for a while. */
export const getHybridEncryptionKey: Operation<'getHybridEncryptionKey', 'keys'> =
  ({ keys }) =>
  async () => ({ issuerEncryptionCertificate: encodeBase64(await keys.encryptionCertificate()) });
