import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pointFromPublicKey, sharedSecret } from '../formats/ec/index.ts';
import type { KeyCustody } from './custody.ts';

/** The ids are hex serial numbers; anything else would be somebody else's path. */
const KEY_ID = /^[0-9A-F]{2,64}$/;

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** On disk, and in its folder, before anybody relies on it; readable by its owner only. */
function writeDurably(path: string, text: string): void {
  const descriptor = openSync(path, 'wx', 0o600);
  writeSync(descriptor, text);
  fsyncSync(descriptor);
  closeSync(descriptor);
  sync(dirname(path));
}

/** Keys as PKCS#8 files in one folder; each is read once and kept, since parsing costs more than signing. */
export function fileCustody(folder: string): KeyCustody {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kept = new Map<string, KeyObject>();

  const pathOf = (keyId: string): string => {
    if (!KEY_ID.test(keyId)) throw new Error('a key id is upper-case hex');
    return join(folder, `${keyId}.pem`);
  };

  const privateKey = (keyId: string): KeyObject => {
    const known = kept.get(keyId);
    if (known) return known;
    const path = pathOf(keyId);
    if (!existsSync(path))
      throw new Error(`the private key ${keyId} is not in the key folder; restore it from a backup`);
    const key = createPrivateKey(readFileSync(path, 'utf8'));
    kept.set(keyId, key);
    return key;
  };

  return {
    kind: 'files',
    async create(keyId) {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      writeDurably(pathOf(keyId), pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());
      return pointFromPublicKey(pair.publicKey);
    },
    sign: (keyId, toBeSigned) =>
      sign('sha256', toBeSigned, { key: privateKey(keyId), dsaEncoding: 'ieee-p1363' }),
    agree: (keyId, point) => sharedSecret(privateKey(keyId), point),
    async destroy(keyId) {
      kept.delete(keyId);
      await rm(pathOf(keyId), { force: true });
    },
  };
}
