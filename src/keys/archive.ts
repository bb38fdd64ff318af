import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { closed } from '../conventions/json-schema.ts';
import { UserError } from '../conventions/user-error.ts';
import { privateBytes } from './private-files.ts';

/** The file is not an archive, or the passphrase is wrong. */
export class ArchiveError extends UserError {
  override readonly name = 'ArchiveError';
}

export interface KeyFile {
  /** Path relative to the key folder, separated by `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface KeyArchive {
  /** SHA-256, in hex, of the database in the same backup; absent if the keys were saved alone. */
  readonly database?: string;
  readonly files: readonly KeyFile[];
}

// An own format instead of age: `age-encryption` 0.3.1 derives the key in JavaScript, which blocked the event
// loop for 4 s (node:crypto: 7 ms), and reads the work factor from the archive, up to 2^20 (1 GiB). Here the
// version fixes the work factor.

/** Identifies the version of the format, which fixes all parameters below. */
const MAGIC = Buffer.from('diptych keys 1\n');
const SALT = 32;
const NONCE = 12;
const TAG = 16;
const HEADER = MAGIC.length + SALT + NONCE;

/** RFC 7914. Each guess takes two passes over 128 MiB, because passphrases can be guessed offline. */
const SCRYPT: ScryptOptions = { N: 2 ** 17, r: 8, p: 2, maxmem: 2 ** 28 };

/** Relative paths without hidden files. No such path leads out of the folder. */
const PATH = '^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*/)*[A-Za-z0-9_-][A-Za-z0-9._-]*$';

const Content = Type.Object(
  {
    database: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
    files: Type.Array(Type.Object({ path: Type.String({ pattern: PATH }), bytes: Type.String() }, closed)),
  },
  closed,
);
const content = Compile(Content);

const derive = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

/** Keyboards may compose letters differently, so the passphrase is normalized (RFC 8265 4.2.2). */
const keyOf = (passphrase: string, salt: Uint8Array, cost: ScryptOptions) =>
  derive(passphrase.normalize('NFC'), salt, 32, cost);

/**
 * Header (the magic, salt, nonce), AES-256-GCM of the content with the header as additional data, and the
 * tag.
 */
export async function sealKeys(
  { files, ...rest }: KeyArchive,
  passphrase: string,
  cost = SCRYPT,
): Promise<Uint8Array> {
  const salt = randomBytes(SALT);
  const nonce = randomBytes(NONCE);
  const header = Buffer.concat([MAGIC, salt, nonce]);
  const listed = files.map(({ path, bytes }) => ({ path, bytes: Buffer.from(bytes).toString('base64') }));
  const key = await keyOf(passphrase, salt, cost);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  cipher.setAAD(header);
  const sealed = [cipher.update(JSON.stringify({ ...rest, files: listed }), 'utf8'), cipher.final()];
  return Buffer.concat([header, ...sealed, cipher.getAuthTag()]);
}

async function opened(archive: Buffer, passphrase: string, cost: ScryptOptions): Promise<string> {
  const header = archive.subarray(0, HEADER);
  const salt = header.subarray(MAGIC.length, MAGIC.length + SALT);
  const nonce = header.subarray(MAGIC.length + SALT);
  const key = await keyOf(passphrase, salt, cost);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  decipher.setAAD(header);
  decipher.setAuthTag(archive.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(archive.subarray(HEADER, -TAG)), decipher.final()]).toString();
  } catch {
    throw new ArchiveError('the passphrase is wrong, or the archive of the keys was changed');
  }
}

/** @throws ArchiveError */
export async function openKeys(bytes: Uint8Array, passphrase: string, cost = SCRYPT): Promise<KeyArchive> {
  const archive = Buffer.from(bytes);
  if (archive.length < HEADER + TAG || !archive.subarray(0, MAGIC.length).equals(MAGIC))
    throw new ArchiveError('the file is not an archive of keys, or a newer version made it');
  const found: unknown = JSON.parse(await opened(archive, passphrase, cost));
  if (!content.Check(found))
    throw new ArchiveError('the archive contains files that do not belong in a key folder');
  const { files, ...rest } = found;
  return {
    ...rest,
    files: files.map(({ path, bytes: text }) => ({ path, bytes: Buffer.from(text, 'base64') })),
  };
}

/** Skips hidden files, and drafts that another process is writing. */
const isOther = (name: string) => name.startsWith('.') || name.endsWith('.draft');

/** @throws PrivateFileError */
function filesBelow(folder: string, prefix: string): readonly KeyFile[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !isOther(name));
  const sorted = entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return sorted.flatMap((entry) => {
    const [path, name] = [join(folder, entry.name), `${prefix}${entry.name}`];
    if (entry.isDirectory()) return filesBelow(path, `${name}/`);
    const bytes = privateBytes(path);
    // Without bytes, another process deleted it in the meantime.
    return bytes === undefined ? [] : [{ path: name, bytes }];
  });
}

const namesOf = (files: readonly KeyFile[]) => files.map(({ path }) => path).join();

/**
 * Reads all files of the key folder: private keys and the secrets for codes, tokens and cookies. Reads again if there are
 * other files afterwards: a new master key may have wrapped a key that was read after the list of files.
 */
export function readKeyFolder(folder: string): readonly KeyFile[] {
  if (!existsSync(folder)) return [];
  let files = filesBelow(folder, '');
  for (let again = filesBelow(folder, ''); namesOf(again) !== namesOf(files); ) {
    files = again;
    again = filesBelow(folder, '');
  }
  return files;
}

/** Creates the folder, which must not exist yet. Only its owner has access. */
export function writeKeyFolder(folder: string, files: readonly KeyFile[]): void {
  mkdirSync(folder, { mode: 0o700 });
  for (const { path, bytes } of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(target, bytes, { mode: 0o600, flag: 'wx', flush: true });
  }
}
