import { hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPrivateFile, createPrivateFolder } from './key-files.ts';

export interface BrowserSecrets {
  /** Signs cookies. */
  readonly cookies: string;
  /** Binds forms to the browser that they were sent to. */
  readonly forms: Buffer;
  /** Signs the cookie of a browser in which a user signed in. */
  readonly devices: Buffer;
}

const derived = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `diptych ${purpose}`, 32));

/** Made at the first start. */
export function browserSecrets(folder: string): BrowserSecrets {
  createPrivateFolder(folder);
  const path = join(folder, 'cookie.key');
  createPrivateFile(path, `${randomBytes(32).toString('base64url')}\n`);
  const secret = readFileSync(path, 'utf8').trim();
  return {
    cookies: derived(secret, 'cookies').toString('base64url'),
    forms: derived(secret, 'forms'),
    devices: derived(secret, 'devices'),
  };
}
