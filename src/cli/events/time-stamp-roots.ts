import { readFileSync } from 'node:fs';
import { CertificateError, certificatesFromPem } from '../../formats/x509/index.ts';
import { UsageError } from '../cli-errors.ts';

/** PEM text of a file. @throws UsageError */
export function rootsTextIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`);
  }
}

/** DER. @throws UsageError if the text of --time-stamp-root is no PEM */
export function certificatesOf(pem: string): readonly Uint8Array[] {
  try {
    return certificatesFromPem(pem);
  } catch (error) {
    if (error instanceof CertificateError) throw new UsageError(`--time-stamp-root: ${error.message}`);
    throw error;
  }
}

export const rootsIn = (path: string): readonly Uint8Array[] => certificatesOf(rootsTextIn(path));
