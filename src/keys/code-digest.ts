import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeDigest } from '../issuer/ports/proofing.ts';
import { createPrivateFile, createPrivateFolder } from './oauth/key-files.ts';

const SECRET_BYTES = 32;

function secretOf(path: string): Buffer {
  const secret = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url');
  if (secret.length === SECRET_BYTES) return secret;
  throw new Error(`${path} does not hold a key of ${SECRET_BYTES} bytes; restore it from a backup`);
}

/** Where the secret lies, in the folder of the private keys. */
export const codeKeyPath = (folder: string): string => join(folder, 'code.key');

/**
 * HMAC-SHA-256 under a secret that is made at the first start and lies with the private keys. Processes that share a
 * database share the file. Without it the codes that were given out are good for nothing.
 */
export function codeDigest(folder: string): CodeDigest {
  createPrivateFolder(folder);
  const path = codeKeyPath(folder);
  createPrivateFile(path, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`);
  const secret = secretOf(path);
  return (text) => createHmac('sha256', secret).update(text, 'utf8').digest();
}
