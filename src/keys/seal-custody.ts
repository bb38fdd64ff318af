import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { SealCustody } from '../audit/ports/seals.ts';
import { UnavailableError } from '../conventions/errors.ts';
import { CustodyError } from './custody.ts';
import { type KeyMaker, newKeyId } from './make-key.ts';
import { createPrivateFile, privateText, replacePrivateFile } from './private-files.ts';

const Digest = Type.String({ pattern: '^[0-9a-f]{64}$' });

const PinnedKey = Type.Object({ keyId: Type.String({ pattern: '^([0-9A-F]{2}){1,32}$' }), digest: Digest });
const Pin = Type.Object({ keys: Type.Array(PinnedKey, { minItems: 1 }) });
const Seen = Type.Object({ number: Type.Integer({ minimum: 1 }), digest: Digest });

const pinShape = Compile(Pin);
const seenShape = Compile(Seen);
const isPin = (value: unknown): value is Static<typeof Pin> => pinShape.Check(value);
const isSeen = (value: unknown): value is Static<typeof Seen> => seenShape.Check(value);

/** Undefined if the file does not exist. @throws CustodyError if its content is wrong */
function read<T>(path: string, isShape: (value: unknown) => value is T): T | undefined {
  const text = privateText(path);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (isShape(value)) return value;
  } catch {
    // The error is reported below.
  }
  throw new CustodyError(`${path} is damaged; restore it from a backup`);
}

/** Path of the pinned seal key, in the folder of the private keys. */
const sealPinPath = (keyFolder: string): string => join(keyFolder, 'seal.pin');

interface SealPlaces {
  /** Folder of the keys, shared by all processes of a database. */
  readonly keys: string;
  /**
   * File with the last seal that this machine saw. It is not in backups, so it reveals that a database was
   * reset to an older state.
   */
  readonly seen: string;
}

type Maker = Pick<KeyMaker, 'custody' | 'random'>;

/**
 * The keys of the seals, in the same custody as the other private keys, and the files of the pin and the last
 * seal.
 */
export function sealCustody({ custody, random }: Maker, places: SealPlaces): SealCustody {
  const pinPath = sealPinPath(places.keys);
  const text = (value: unknown) => `${JSON.stringify(value)}\n`;
  return {
    pinned: () => read(pinPath, isPin)?.keys,
    pinFirst: (key) => createPrivateFile(pinPath, text({ keys: [key] })),
    pin: (keys) => replacePrivateFile(pinPath, text({ keys })),
    seen: () => read(places.seen, isSeen),
    remember(seal) {
      try {
        replacePrivateFile(places.seen, text(seal));
      } catch (error) {
        // An older record still detects a reset, so this failure is ignored.
        if (!(error instanceof UnavailableError)) throw error;
      }
    },
    async create() {
      const { keyId } = newKeyId({ random });
      return { keyId, point: await custody.create(keyId, 'sign') };
    },
    async key(keyId) {
      const point = await custody.publicPoint(keyId);
      return point && { keyId, point };
    },
    sign: async (keyId, bytes) => custody.sign(keyId, bytes),
    destroy: (keyId) => custody.destroy(keyId),
  };
}
