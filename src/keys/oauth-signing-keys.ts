import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { join } from 'node:path';
import type { KeyStage, SigningKeyAdministration } from '../accounts/ports/services.ts';
import type { Clock } from '../conventions/time.ts';
import {
  createPrivateFile,
  createPrivateFolder,
  dropFile,
  readFiles,
  replacePrivateFile,
} from './private-files.ts';

/** RFC 7638 3: the required members in the order of their names. */
function jwkThumbprint({ crv, kty, x, y }: JsonWebKey): string {
  return hash('sha256', JSON.stringify({ crv, kty, x, y }), 'base64url');
}

/** Determines when a key signs. Times are milliseconds since the epoch. */
interface TimedKey {
  /** Later keys have greater numbers. */
  readonly sequence: number;
  readonly activeFrom: number;
}

/**
 * The key that signs now: the last one whose time has come. If the time of none has come, because clocks
 * differ, the first one.
 */
function activeOf<Key extends TimedKey>(keys: readonly Key[], now: number): Key | undefined {
  return keys.findLast(({ activeFrom }) => activeFrom <= now) ?? keys[0];
}

function stageOf(key: TimedKey, keys: readonly TimedKey[], now: number): KeyStage {
  const active = activeOf(keys, now);
  if (active === undefined || key.sequence > active.sequence) return 'next';
  return key.sequence === active.sequence ? 'active' : 'retired';
}

/**
 * Keys that no valid token needs, because their successor has been signing for longer than any token is
 * valid.
 */
function outlived<Key extends TimedKey>(
  keys: readonly Key[],
  now: number,
  longestToken: number,
): readonly Key[] {
  return keys.filter((_, index) => {
    const successor = keys[index + 1];
    return successor !== undefined && successor.activeFrom + longestToken < now;
  });
}

/** A P-256 key for ES256. */
interface SigningKey extends TimedKey {
  readonly keyId: string;
  readonly createdAt: number;
  readonly jwk: JsonWebKey;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export interface SigningKeys extends SigningKeyAdministration {
  /** All keys, the active one first. The active key signs tokens; all keys verify tokens. */
  current(): readonly SigningKey[];
}

interface SigningKeyOptions {
  readonly folder: string;
  /** How long a key signs, in milliseconds. */
  readonly rotateEvery: number;
  /** Longest validity of a token, in milliseconds. */
  readonly longestToken: number;
  readonly clock: Clock;
}

interface KeyFile extends TimedKey {
  readonly createdAt: number;
  readonly jwk: JsonWebKey;
}

const KEY_FILE = /^\d{6}\.json$/;

/** How long a process may not notice that another process changed the keys, in milliseconds. */
const REREAD_AFTER = 2000;

const printed = (file: KeyFile) => `${JSON.stringify(file)}\n`;

function loaded({ sequence, activeFrom, createdAt, jwk }: KeyFile): SigningKey {
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  return {
    sequence,
    activeFrom,
    createdAt,
    keyId: jwkThumbprint(jwk),
    jwk,
    privateKey,
    publicKey: createPublicKey(privateKey),
  };
}

/**
 * Keys, one file each. Times in the files determine which key signs, so that all processes that share the
 * folder switch at the same time. The next key is always made and published in advance.
 */
export function signingKeys({ folder, rotateEvery, longestToken, clock }: SigningKeyOptions): SigningKeys {
  createPrivateFolder(folder);
  const pathOf = (sequence: number) => join(folder, `${String(sequence).padStart(6, '0')}.json`);
  let kept:
    | { readonly keys: readonly SigningKey[]; readonly texts: string; readonly readAt: number }
    | undefined;

  const read = (): readonly SigningKey[] => {
    const texts = readFiles(folder, KEY_FILE);
    const joined = texts.join('\n');
    const keys =
      kept?.texts === joined ? kept.keys : texts.map((text) => loaded(JSON.parse(text) as KeyFile));
    kept = { keys, texts: joined, readAt: performance.now() };
    return keys;
  };

  const make = (sequence: number, activeFrom: number): void => {
    const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
    const file: KeyFile = { sequence, activeFrom, createdAt: clock(), jwk };
    createPrivateFile(pathOf(sequence), printed(file));
  };

  /** Makes an active key and a next one if they are missing, and deletes keys that no token needs. */
  const maintained = (): readonly SigningKey[] => {
    const now = clock();
    let keys = read();
    if (keys.length === 0) {
      make(1, now);
      keys = read();
    }
    const last = keys.at(-1);
    if (last !== undefined && last.activeFrom <= now) make(last.sequence + 1, now + rotateEvery);
    for (const { sequence } of outlived(keys, now, longestToken)) dropFile(pathOf(sequence));
    return read();
  };

  const current = (): readonly SigningKey[] => {
    const now = clock();
    const isFresh = kept !== undefined && performance.now() - kept.readAt < REREAD_AFTER;
    let keys = isFresh && kept ? kept.keys : read();
    const last = keys.at(-1);
    if (last === undefined || last.activeFrom <= now || outlived(keys, now, longestToken).length > 0) {
      keys = maintained();
    }
    const active = activeOf(keys, now);
    if (active === undefined) throw new Error('there is no key to sign tokens with');
    return [active, ...keys.filter((key) => key !== active)];
  };

  return {
    current,
    async list() {
      const keys = [...current()].sort((one, other) => one.sequence - other.sequence);
      return keys.map((key) => ({
        keyId: key.keyId,
        stage: stageOf(key, keys, clock()),
        createdAt: key.createdAt,
        activeFrom: key.activeFrom,
      }));
    },
    async rotate({ compromised }) {
      const now = clock();
      const before = maintained();
      const last = before.at(-1) as SigningKey;
      if (compromised) {
        // An attacker who read one file of the folder also knows the next key, so it is replaced as well.
        make(last.sequence + 1, now);
        for (const { sequence } of before) dropFile(pathOf(sequence));
      } else {
        const { sequence, createdAt, jwk } = last;
        replacePrivateFile(pathOf(sequence), printed({ sequence, activeFrom: now, createdAt, jwk }));
      }
      maintained();
    },
  };
}
