import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { UnavailableError } from '../../conventions/errors.ts';
import type { Clock } from '../../conventions/time.ts';
import { CustodyError } from '../custody.ts';
import { createPrivateFile, createPrivateFolder, dropFile, readFiles } from '../private-files.ts';
import { unwrapKey, wrapKey } from './key-wrap.ts';

/** The keys that encrypt the keys of holders; each is used for one epoch. */
export interface HolderEpochs {
  /** The epoch that encrypts new keys; undefined while this database stores records unencrypted. */
  current(): number | undefined;
  /** @throws CustodyError if the key was destroyed or is missing */
  keyOf(epoch: number): Uint8Array;
}

export interface Epoch {
  readonly number: number;
  readonly startsAt: number;
}

export interface EpochKeys extends HolderEpochs {
  /** When the current epoch ends; undefined if there is none. */
  endsAt(): number | undefined;
  /** In order. The last one may start in the future: it is made early, so that backups of the keys have it. */
  list(): readonly Epoch[];
  /** Makes the master key and the first epoch, if there are none: from now on, new records are encrypted. */
  start(): void;
  /** Makes the next epoch if the last one has started; returns its number. Also finds keys of other processes. */
  prepare(): number | undefined;
  destroy(epoch: number): void;
}

const Content = Type.Object({
  epoch: Type.Integer({ minimum: 1 }),
  startsAt: Type.Integer({ minimum: 0 }),
  /** The key, wrapped by the master key (RFC 5649), in base64url. */
  wrapped: Type.String({ pattern: '^[A-Za-z0-9_-]{54}$' }),
});
const content = Compile(Content);

const KEY_BYTES = 32;
const FILE = /^epoch-\d+\.key$/;

/** The folder, inside that of the private keys. */
export const holderKeyFolder = (keyFolder: string): string => join(keyFolder, 'holders');

function parsed(text: string): Static<typeof Content> {
  const value: unknown = JSON.parse(text);
  if (content.Check(value)) return value;
  throw new CustodyError('a key of an epoch is damaged; restore the key folder from a backup');
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

interface Options {
  readonly clock: Clock;
  /** Length of an epoch, in milliseconds. */
  readonly length: number;
}

/** The keys of the epochs in files. Processes that share a database share the folder. */
export function epochKeys(keyFolder: string, { clock, length }: Options): EpochKeys {
  const folder = holderKeyFolder(keyFolder);
  const masterPath = join(folder, 'master.key');
  const pathOf = (epoch: number) => join(folder, `epoch-${epoch}.key`);
  let known = new Map<number, Epoch & { readonly key: Uint8Array }>();

  function master(): Uint8Array {
    const text = existsSync(masterPath) ? readFileSync(masterPath, 'utf8').trim() : '';
    const key = Buffer.from(text, 'base64url');
    if (key.length === KEY_BYTES) return key;
    throw new CustodyError(`${masterPath} is missing or damaged; restore the key folder from a backup`);
  }

  function load(): void {
    const texts = existsSync(folder) ? readFiles(folder, FILE) : [];
    if (texts.length === 0) return void known.clear();
    const wrapping = master();
    const read = texts.map(parsed).sort((a, b) => a.epoch - b.epoch);
    known = new Map(
      read.map(({ epoch, startsAt, wrapped }) => [
        epoch,
        { number: epoch, startsAt, key: unwrapKey(wrapping, Buffer.from(wrapped, 'base64url')) },
      ]),
    );
  }

  function make(epoch: number, startsAt: number): boolean {
    const wrapped = base64url(wrapKey(master(), randomBytes(KEY_BYTES)));
    return createPrivateFile(pathOf(epoch), `${JSON.stringify({ epoch, startsAt, wrapped })}\n`);
  }

  const list = () => [...known.values()].map(({ number, startsAt }) => ({ number, startsAt }));

  load();
  return {
    list,
    current() {
      // Another process may have made the first one.
      if (known.size === 0) load();
      const now = clock();
      return list().findLast(({ startsAt }) => startsAt <= now)?.number;
    },
    keyOf(epoch) {
      if (!known.has(epoch)) load();
      const found = known.get(epoch);
      if (found) return found.key;
      throw new CustodyError(
        `the key of epoch ${epoch}, which encrypts keys of records, is missing; restore the key folder from a backup`,
      );
    },
    endsAt() {
      const now = clock();
      const current = list().findLast(({ startsAt }) => startsAt <= now);
      return (
        current && (list().find(({ startsAt }) => startsAt > now)?.startsAt ?? current.startsAt + length)
      );
    },
    start() {
      if (known.size > 0) return;
      createPrivateFolder(folder);
      createPrivateFile(masterPath, `${base64url(randomBytes(KEY_BYTES))}\n`);
      make(1, clock());
      load();
    },
    prepare() {
      load();
      const last = list().at(-1);
      const now = clock();
      if (!last || last.startsAt > now) return undefined;
      const next = last.number + 1;
      try {
        if (!make(next, Math.max(now, last.startsAt + length))) return undefined;
      } catch (error) {
        // The present key goes on; doctor warns.
        if (error instanceof UnavailableError) return undefined;
        throw error;
      } finally {
        load();
      }
      return next;
    },
    destroy(epoch) {
      dropFile(pathOf(epoch));
      load();
    },
  };
}
