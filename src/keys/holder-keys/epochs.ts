import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { UnavailableError } from '../../conventions/errors.ts';
import type { Clock } from '../../conventions/time.ts';
import { CustodyError } from '../custody.ts';
import {
  createPrivateFile,
  createPrivateFolder,
  dropFile,
  readFiles,
  replacePrivateFile,
} from '../private-files.ts';
import { type MasterTokens, NO_TOKENS } from './master-tokens.ts';
import { type Master, masterKeys } from './masters.ts';

/** The keys that encrypt the keys of holders; each is used for one epoch. */
export interface HolderEpochs {
  /** The epoch that encrypts new keys; undefined while this database stores records unencrypted. */
  current(): number | undefined;
  /** @throws CustodyError if the key was destroyed or is missing */
  keyOf(epoch: number): Uint8Array;
}

interface Epoch {
  readonly number: number;
  readonly startsAt: number;
}

export interface EpochKeys extends HolderEpochs {
  /** When an epoch ends; undefined if there is none with this number. */
  endsAt(epoch: number): number | undefined;
  /** In order. The last one may start in the future: it is made early, so that backups of the keys have it. */
  list(): readonly Epoch[];
  /** Makes the master key and the first epoch, if there are none: from now on, new records are encrypted. */
  start(): void;
  /** Makes the next epoch if the last one has started; returns its number. Also finds keys of other processes. */
  prepare(): number | undefined;
  destroy(epoch: number): void;
  /** The master keys, in order. The last one wraps new keys. */
  masters(): readonly Master[];
  /** Makes the next master key; undefined if another process did that at the same time. */
  makeMaster(): Master | undefined;
  /** Wraps by the last master key what older ones wrapped; returns how many keys. May be repeated. */
  rewrap(): number;
  /** The master keys before the last one by which no key is wrapped. */
  unusedMasters(): readonly Master[];
  destroyMaster(master: number): void;
  close(): void;
}

const Content = Type.Object({
  epoch: Type.Integer({ minimum: 1 }),
  startsAt: Type.Integer({ minimum: 0 }),
  master: Type.Integer({ minimum: 1 }),
  /** The key, wrapped by the master key, in base64url. */
  wrapped: Type.String({ pattern: '^[A-Za-z0-9_-]{54,100}$' }),
});
type Content = Static<typeof Content>;
const content = Compile(Content);

const KEY_BYTES = 32;
const FILE = /^epoch-\d+\.key$/;

/** The folder, inside that of the private keys. */
export const holderKeyFolder = (keyFolder: string): string => join(keyFolder, 'holders');

function parsed(text: string): Content {
  const value: unknown = JSON.parse(text);
  if (content.Check(value)) return value;
  throw new CustodyError('a key of an epoch is damaged; restore the key folder from a backup');
}

interface Options {
  readonly clock: Clock;
  /** Length of an epoch, in milliseconds. */
  readonly length: number;
  readonly tokens?: MasterTokens;
}

/** The keys of the epochs in files. Processes that share a database share the folder. */
export function epochKeys(keyFolder: string, { clock, length, tokens = NO_TOKENS }: Options): EpochKeys {
  const folder = holderKeyFolder(keyFolder);
  const masters = masterKeys(folder, tokens);
  const pathOf = (epoch: number) => join(folder, `epoch-${epoch}.key`);
  let known = new Map<number, Epoch & { readonly key: Uint8Array }>();

  const stored = (): readonly Content[] =>
    (existsSync(folder) ? readFiles(folder, FILE) : []).map(parsed).sort((a, b) => a.epoch - b.epoch);

  /** The key of an epoch never changes, so a key that is known is not unwrapped again: a token may be away. */
  const opened = ({ epoch, master, wrapped }: Content) =>
    known.get(epoch)?.key ?? masters.unwrap(master, epoch, Buffer.from(wrapped, 'base64url'));

  function load(): void {
    known = new Map(
      stored().map((one) => [one.epoch, { number: one.epoch, startsAt: one.startsAt, key: opened(one) }]),
    );
  }

  function lastMaster(): number {
    const last = masters.list().at(-1);
    if (last) return last.number;
    throw new CustodyError(`the master key is missing in ${folder}; restore the key folder from a backup`);
  }

  function text({ number: epoch, startsAt }: Epoch, master: number, key: Uint8Array): string {
    const wrapped = Buffer.from(masters.wrap(master, epoch, key)).toString('base64url');
    return `${JSON.stringify({ epoch, startsAt, master, wrapped })}\n`;
  }

  function make(number: number, startsAt: number): boolean {
    const key = randomBytes(KEY_BYTES);
    const epoch = { number, startsAt };
    let master = lastMaster();
    if (!createPrivateFile(pathOf(number), text(epoch, master, key))) return false;
    // A rotation of the master key may have looked for keys before this one was there.
    for (let last = lastMaster(); last !== master; last = lastMaster()) {
      master = last;
      replacePrivateFile(pathOf(number), text(epoch, master, key));
    }
    return true;
  }

  const list = () => [...known.values()].map(({ number, startsAt }) => ({ number, startsAt }));

  load();
  return {
    list,
    current() {
      // Another process may have made the first one.
      if (known.size === 0) load();
      const now = clock();
      const epochs = list();
      // A clock that was set back may be behind all of them.
      return (epochs.findLast(({ startsAt }) => startsAt <= now) ?? epochs[0])?.number;
    },
    keyOf(epoch) {
      if (!known.has(epoch)) load();
      const found = known.get(epoch);
      if (found) return found.key;
      throw new CustodyError(
        `the key of epoch ${epoch}, which encrypts keys of records, is missing; restore the key folder from a backup`,
      );
    },
    endsAt(epoch) {
      const one = list().find(({ number }) => number === epoch);
      return one && (list().find(({ number }) => number > epoch)?.startsAt ?? one.startsAt + length);
    },
    start() {
      if (known.size > 0) return;
      createPrivateFolder(folder);
      if (masters.list().length === 0) masters.make(clock());
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
        if (error instanceof UnavailableError || error instanceof CustodyError) return undefined;
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
    masters: () => masters.list(),
    makeMaster: () => masters.make(clock()),
    rewrap() {
      load();
      const master = masters.list().at(-1)?.number;
      if (master === undefined) return 0;
      const old = stored().filter((one) => one.master !== master);
      for (const one of old) {
        const epoch = { number: one.epoch, startsAt: one.startsAt };
        replacePrivateFile(pathOf(one.epoch), text(epoch, master, opened(one)));
      }
      return old.length;
    },
    unusedMasters() {
      const used = new Set(stored().map(({ master }) => master));
      return masters
        .list()
        .slice(0, -1)
        .filter(({ number }) => !used.has(number));
    },
    destroyMaster: (master) => masters.destroy(master),
    close: () => tokens.close(),
  };
}
