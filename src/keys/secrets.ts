import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { CodeDigest } from '../issuer/ports/proofing.ts';
import { createPrivateFile, createPrivateFolder, privateText } from './private-files.ts';

const SECRET_BYTES = 32;

function secretOf(path: string): Buffer {
  const secret = Buffer.from(privateText(path)?.trim() ?? '', 'base64url');
  if (secret.length === SECRET_BYTES) return secret;
  throw new Error(`${path} does not hold a key of ${SECRET_BYTES} bytes; restore it from a backup`);
}

/** Path of the secret, in the folder of the private keys. */
export const codeKeyPath = (folder: string): string => join(folder, 'code.key');

/**
 * The secret of the codes is made at the first start and stored with the private keys. Processes that share a database
 * share the file. If the file is lost, all issued codes become invalid.
 */
export function makeCodeKey(folder: string): void {
  createPrivateFolder(folder);
  createPrivateFile(codeKeyPath(folder), `${randomBytes(SECRET_BYTES).toString('base64url')}\n`);
}

/** Reads a secret when it is first used: without the issuer panel there is none. */
function onceUsed(read: () => Buffer): () => Buffer {
  let secret: Buffer | undefined;
  return () => {
    secret ??= read();
    return secret;
  };
}

/** HMAC-SHA-256 with the secret of the codes. */
export function codeDigest(folder: string): CodeDigest {
  const secret = onceUsed(() => secretOf(codeKeyPath(folder)));
  return (text) => createHmac('sha256', secret()).update(text, 'utf8').digest();
}

export interface BrowserSecrets {
  /** Signs cookies. */
  readonly cookies: string;
  /** Binds forms to the browser for which they were made. */
  readonly forms: Buffer;
  /** Signs the cookie of a browser in which a user signed in. */
  readonly devices: Buffer;
  /** Signs the challenges for passkeys. */
  readonly challenges: Buffer;
  /** Encrypts refresh tokens of other providers. */
  readonly refreshTokens: Buffer;
  /** Encrypts what a console has to know when a browser comes back from another provider. */
  readonly attempts: Buffer;
}

const derived = (secret: string | Buffer, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `diptych ${purpose}`, SECRET_BYTES));

/** Secrets that are derived from one file, which is made at the first start. */
export function browserSecrets(folder: string): BrowserSecrets {
  createPrivateFolder(folder);
  const path = join(folder, 'cookie.key');
  createPrivateFile(path, `${randomBytes(32).toString('base64url')}\n`);
  const secret = privateText(path)?.trim() ?? '';
  return {
    cookies: derived(secret, 'cookies').toString('base64url'),
    forms: derived(secret, 'forms'),
    devices: derived(secret, 'devices'),
    challenges: derived(secret, 'challenges'),
    refreshTokens: derived(secret, 'refresh tokens'),
    attempts: derived(secret, 'organisation attempts'),
  };
}

/** Keys that are derived from the secret of the codes, one for each purpose. */
export function purposeKeys(folder: string): (purpose: string) => Buffer {
  const secret = secretOf(codeKeyPath(folder));
  return (purpose) => derived(secret, purpose);
}

/** Keys by which the indexes of status lists are ordered, by the name of the list. */
export function statusListKeys(folder: string): (name: string) => Uint8Array {
  const keyOf = purposeKeys(folder);
  return (name) => keyOf(`status list ${name}`);
}

/** 32 hexadecimal digits that belong to the sign-in of a holder, and that nobody without the key can know. */
export function codesOfSignIns(key: Buffer): (signInId: string) => string {
  return (signInId) => createHmac('sha256', key).update(signInId, 'utf8').digest('hex').slice(0, 32);
}

/**
 * HMAC-SHA-256 of texts by which holders can be found. Its key is derived from the secret of the codes (see
 * `codeDigest`). If that secret changes, nothing that was indexed before can be found (docs/adr/0043).
 */
export function holderDigest(folder: string): (text: string) => Uint8Array {
  const key = onceUsed(() => purposeKeys(folder)('holder search'));
  return (text) => createHmac('sha256', key()).update(text, 'utf8').digest();
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM: nonce, tag and ciphertext in base64url. */
export const textCipher = (key: Buffer) => ({
  encrypt(text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const sealed = [cipher.update(text, 'utf8'), cipher.final()];
    return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64url');
  },
  /** Undefined if the text was encrypted with another key, or changed. */
  decrypt(sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    // Other spellings of the same bytes would pass for values that were not used yet.
    if (bytes.toString('base64url') !== sealed) return undefined;
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    if (tag.length < TAG_BYTES) return undefined;
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), options);
    decipher.setAuthTag(tag);
    try {
      const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  },
});

/** A keyed digest of the id of an erased holder: 16 bytes of HMAC-SHA-256, in base64url. */
export function erasedHolderDigest(folder: string): (holderId: string) => string {
  const key = onceUsed(() => purposeKeys(folder)('erased holder'));
  return (holderId) =>
    createHmac('sha256', key()).update(holderId, 'utf8').digest().subarray(0, 16).toString('base64url');
}
