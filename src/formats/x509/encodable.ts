import { DerError } from '../der/index.ts';
import { CertificateError } from './error.ts';

/** Runs an encoder; text that the type cannot hold is a fault of the caller's specification. */
export function encodable(member: string, encode: () => Uint8Array): Uint8Array {
  try {
    return encode();
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new CertificateError('invalidSpec', `${member} has characters that may not stand there`, {
      cause: error,
    });
  }
}
