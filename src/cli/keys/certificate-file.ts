import { readFileSync } from 'node:fs';
import {
  type Certificate,
  CertificateError,
  certificatesFromPem,
  parseCertificate,
} from '../../formats/x509/index.ts';
import { UsageError } from '../failures.ts';

export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** The first certificate of a PEM file. */
export function certificateIn(path: string): Certificate {
  try {
    return parseCertificate(certificatesFromPem(readText(path))[0] as Uint8Array);
  } catch (error) {
    if (error instanceof CertificateError) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
}
