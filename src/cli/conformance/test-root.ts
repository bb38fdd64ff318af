import { type AttestationRoot, attestationRoot } from '../../wallet/index.ts';
import { UsageError } from '../cli-errors.ts';
import { readOptionFile } from '../options.ts';

/** @throws UsageError */
export function rootOf(path: string): AttestationRoot {
  const pem = readOptionFile('--root', path);
  try {
    return attestationRoot(pem);
  } catch {
    throw new UsageError(`--root: ${path} does not have a certificate and its P-256 private key in PEM`);
  }
}
