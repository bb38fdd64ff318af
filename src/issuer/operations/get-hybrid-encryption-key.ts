import { encodeBase64 } from '../base64.ts';
import type { Operation } from './operation.ts';

/** Returns only the active encryption key. Older keys still decrypt for some time. */
export const getHybridEncryptionKey: Operation<'getHybridEncryptionKey', 'keys'> =
  ({ keys }) =>
  async () => ({ issuerEncryptionCertificate: encodeBase64(await keys.encryptionCertificate()) });
