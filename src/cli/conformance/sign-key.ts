import { createPrivateKey, type KeyObject } from 'node:crypto';
import { UsageError } from '../cli-errors.ts';
import { readOptionFile } from '../options.ts';

/** @throws UsageError */
export function signKeyOf(path: string): KeyObject {
  try {
    const key = createPrivateKey(readOptionFile('--sign-key', path));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (error) {
    if (error instanceof UsageError) throw error;
  }
  throw new UsageError(
    `--sign-key: ${path} has no Ed25519 private key in PEM; make one with openssl genpkey -algorithm ed25519`,
  );
}
