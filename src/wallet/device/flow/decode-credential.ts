import {
  decodeProvisionedCredential,
  ProofError,
  type ProvisionedCredential,
} from '../../../formats/android/index.ts';
import { DistrustError } from '../../errors.ts';

/** @throws DistrustError */
export function decodeCredential(bytes: Uint8Array): ProvisionedCredential {
  try {
    return decodeProvisionedCredential(bytes);
  } catch (cause) {
    if (!(cause instanceof ProofError)) throw cause;
    throw new DistrustError('credential', 'the credential cannot be parsed', { cause });
  }
}
