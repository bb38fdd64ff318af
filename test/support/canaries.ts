import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HolderEpochs } from '../../src/keys/holder-keys/epochs.ts';
import { type HolderKey, openHolderKey } from '../../src/keys/holder-keys/holder-key.ts';
import { unwrapKey } from '../../src/keys/holder-keys/key-wrap.ts';
import { rows } from './database.ts';
import { activePhone } from './devices.ts';
import { jpeg } from './portrait.ts';
import { changeHolder, codeFor } from './records.ts';
import type { World } from './world.ts';

/**
 * All forms in which a value could be written: as text, in JSON, in hex, and in base64 at each of the three
 * offsets.
 */
export function writings(value: Buffer): readonly string[] {
  const shifted = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), value])
      .toString('base64')
      .replace(/=+$/, '');
    return text.slice(offset === 0 ? 0 : offset + 1, -2);
  });
  const text = value.toString('utf8');
  const all = [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    value.toString('hex'),
    value.toString('hex').toUpperCase(),
  ];
  return [...all, ...shifted, ...shifted.map((one) => one.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** Starts all personal data of the person who is erased, so that one search finds any of them. */
export const MARK = 'KNRNVGL7Q4X9ZW';

/** A holder whose data can be searched for in files. */
export interface Erasable {
  readonly holderId: string;
  /** The key of the holder in the database, with the record that it encrypts. */
  readonly stored: { readonly epoch: number; readonly wrapped: Buffer; readonly record: Buffer };
  /** Bytes of a stored MSO. */
  readonly mso: Buffer;
  /** The digests by which a search finds the holder. */
  readonly digests: readonly Buffer[];
}

/** A holder with a record, a portrait, stored MSOs, and a note of an operator. */
export async function plantCanaries(world: World): Promise<Erasable> {
  const phone = await activePhone(world, 3);
  const { holderId } = phone;
  const portrait = Buffer.concat([jpeg(), ...Array.from({ length: 500 }, () => Buffer.from(MARK))]);
  await changeHolder(world, holderId, {
    family_name: `${MARK} Quittengelb`,
    document_number: `${MARK}-1`,
    resident_address: `${MARK} Unmistakable Alley`,
    portrait: portrait.toString('base64'),
  });
  await codeFor(world, holderId);
  const { codes } = await world.admin('listCodes', { holderId });
  const id = codes.find(({ state }) => state === 'open')?.id ?? '';
  await world.admin('revokeCode', { id, note: `${MARK} rang back` });
  const [row] = rows(
    world,
    'select * from holder join holder_key using (holder_id) where holder_id = ?',
    holderId,
  );
  const found = rows(world, 'select digest from holder_search where holder_id = ?', holderId);
  const bytes = phone.device.state.authKeys[0]?.certified?.staticAuthData ?? new Uint8Array();
  return {
    holderId,
    stored: { epoch: Number(row?.epoch), wrapped: row?.wrapped as Buffer, record: row?.record as Buffer },
    mso: Buffer.from(bytes.subarray(bytes.length - 48, bytes.length - 16)),
    digests: found.map(({ digest }) => digest as Buffer),
  };
}

const FORMS = [...new Set(writings(Buffer.from(MARK)))].map((form) => Buffer.from(form));

export const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

/** The files with any of these bytes. */
export const filesWith = (files: readonly string[], needles: readonly Buffer[]): readonly string[] =>
  files.filter((file) => {
    const bytes = readFileSync(file);
    return needles.some((needle) => bytes.includes(needle));
  });

/** The files with personal data of the holder that is not encrypted. */
export const filesWithCanaries = (files: readonly string[], { mso }: Erasable): readonly string[] =>
  filesWith(files, [...FORMS, mso]);

const TOKEN = /[\w+/-]{20,}/g;
const KEY_BYTES = 32;
const WRAPPED_BYTES = 40;

/** What texts in the files encode; all keys are stored as text. */
function materialIn(files: readonly string[]): readonly Buffer[] {
  const tokens = files.flatMap((file) => readFileSync(file, 'latin1').match(TOKEN) ?? []);
  return [...new Set(tokens)].flatMap((one) => [Buffer.from(one, 'base64url'), Buffer.from(one, 'hex')]);
}

function* keysIn(material: readonly Buffer[]): Generator<Buffer> {
  const seen = new Set<string>();
  for (const bytes of material)
    for (let at = 0; at + KEY_BYTES <= bytes.length; at++) {
      const key = bytes.subarray(at, at + KEY_BYTES);
      const text = key.toString('latin1');
      if (seen.has(text)) continue;
      seen.add(text);
      yield key;
    }
}

function attempt<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

/** Opens the holder's key with any 32 bytes in these files, and with any key that such bytes unwrap. */
function keyFrom(files: readonly string[], { holderId, stored }: Erasable): HolderKey | undefined {
  const material = materialIn(files);
  const wrapped = material.filter(({ length }) => length === WRAPPED_BYTES);
  const epochs = (key: Uint8Array): HolderEpochs => ({ current: () => stored.epoch, keyOf: () => key });
  for (const key of keysIn(material)) {
    const unwrapped = wrapped.map((bytes) => attempt(() => unwrapKey(key, bytes)));
    for (const one of [key, ...unwrapped.filter((other) => other !== undefined)]) {
      const opened = attempt(() => openHolderKey(epochs(one), holderId, stored));
      if (opened) return opened;
    }
  }
  return undefined;
}

/** Whether the record of an old copy of the database can be read with the keys in these files. */
export function canRead(files: readonly string[], person: Erasable): boolean {
  const key = keyFrom(files, person);
  return key?.open('record', person.holderId, person.stored.record).includes(MARK as never) ?? false;
}
