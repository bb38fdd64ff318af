import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EcError, ecdsaSignatureFromDer, pointFromPublicKey, sharedSecret } from '../formats/ec/index.ts';
import { CustodyError, isKeyId, type KeyCustody, requireKeyId } from './custody.ts';
import { createPrivateFile, createPrivateFolder, dropFile, privateText } from './private-files.ts';

/** The public point, 65 bytes; undefined when the key is not on P-256. */
export function pointOfPrivateKey(key: KeyObject): Uint8Array | undefined {
  try {
    return pointFromPublicKey(key);
  } catch (error) {
    if (error instanceof EcError) return undefined;
    throw error;
  }
}

/** Reads a private key from unencrypted PEM text (PKCS#8 or SEC 1); undefined if the text has none. */
export function privateKeyFromPem(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey({ key: pem, format: 'pem' });
  } catch {
    // The error of the library is not attached, because it may quote the key.
    return undefined;
  }
}

const EXTENSION = '.pem';
/** For a P-256 key. */
const COORDINATE_BYTES = 32;

/** Keys as PKCS#8 files in one folder. Parsed keys are cached, because parsing costs more than signing. */
export function fileCustody(folder: string): KeyCustody {
  createPrivateFolder(folder);
  const kept = new Map<string, KeyObject>();

  const pathOf = (keyId: string): string => {
    requireKeyId(keyId);
    return join(folder, `${keyId}${EXTENSION}`);
  };

  const write = (keyId: string, key: KeyObject): void => {
    const text = key.export({ format: 'pem', type: 'pkcs8' }).toString();
    if (!createPrivateFile(pathOf(keyId), text)) throw new CustodyError('the key id is taken');
  };

  const privateKey = (keyId: string): KeyObject => {
    const known = kept.get(keyId);
    if (known) return known;
    const path = pathOf(keyId);
    const text = privateText(path);
    if (text === undefined)
      throw new CustodyError(`the private key ${keyId} is not in the key folder; restore it from a backup`);
    const key = createPrivateKey(text);
    kept.set(keyId, key);
    return key;
  };

  return {
    async create(keyId) {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      write(keyId, pair.privateKey);
      return pointFromPublicKey(pair.publicKey);
    },
    adopt: async (keyId, key) => write(keyId, key),
    sign: (keyId, toBeSigned) =>
      ecdsaSignatureFromDer(sign('sha256', toBeSigned, privateKey(keyId)), COORDINATE_BYTES),
    agree: (keyId, point) => sharedSecret(privateKey(keyId), point),
    async list() {
      const names = (await readdir(folder)).filter((name) => name.endsWith(EXTENSION));
      const ids = names.map((name) => name.slice(0, -EXTENSION.length)).filter(isKeyId);
      return ids.map((keyId) => ({ keyId, custody: 'files' }));
    },
    publicPoint: async (keyId) =>
      existsSync(pathOf(keyId)) ? pointOfPrivateKey(privateKey(keyId)) : undefined,
    async destroy(keyId) {
      kept.delete(keyId);
      dropFile(pathOf(keyId));
    },
    close() {},
  };
}
