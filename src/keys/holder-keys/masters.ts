import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { CustodyError } from '../custody.ts';
import { createPrivateFile, dropFile, readFiles } from '../private-files.ts';
import { unwrapKey, wrapKey } from './key-wrap.ts';
import { type MasterTokens, Wrapping } from './master-tokens.ts';

// The master keys wrap the keys of the epochs. The newest one is in use; older ones remain until no key is wrapped by
// them.

const About = {
  master: Type.Integer({ minimum: 1 }),
  madeAt: Type.Integer({ minimum: 0 }),
};

const InFile = Type.Object({
  ...About,
  /** In base64url. */
  key: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
});

const InToken = Type.Object({
  ...About,
  keyId: Type.String({ pattern: '^([0-9A-F]{2}){1,32}$' }),
  wrapping: Wrapping,
});

const Content = Type.Union([InFile, InToken]);
type Content = Static<typeof Content>;
const content = Compile(Content);

const KEY_BYTES = 32;
const FILE = /^master-\d+\.key$/;

export interface Master {
  readonly number: number;
  readonly madeAt: number;
  /** Whether the key is in a token, and so not in backups of the key folder. */
  readonly isInToken: boolean;
}

interface Masters {
  /** In order. */
  list(): readonly Master[];
  /** Makes the next one; undefined if another process did that at the same time. */
  make(madeAt: number): Master | undefined;
  wrap(master: number, epoch: number, key: Uint8Array): Uint8Array;
  /** @throws CustodyError */
  unwrap(master: number, epoch: number, wrapped: Uint8Array): Uint8Array;
  destroy(master: number): void;
}

function parsed(text: string): Content {
  try {
    const value: unknown = JSON.parse(text);
    if (content.Check(value)) return value;
  } catch {
    // It is not JSON.
  }
  throw new CustodyError('a master key of the records is damaged; restore the key folder from a backup');
}

/** The master keys in a folder. `tokens` makes and uses those that are in a token. */
export function masterKeys(folder: string, tokens: MasterTokens): Masters {
  const pathOf = (master: number) => join(folder, `master-${master}.key`);
  const read = () =>
    (existsSync(folder) ? readFiles(folder, FILE) : []).map(parsed).sort((a, b) => a.master - b.master);
  const about = (one: Content): Master => ({
    number: one.master,
    madeAt: one.madeAt,
    isInToken: 'keyId' in one,
  });

  function held(master: number): Content {
    const found = read().find((one) => one.master === master);
    if (found) return found;
    throw new CustodyError(
      `${pathOf(master)}, which wraps a key of an epoch, is missing; restore the key folder from a backup`,
    );
  }

  return {
    list: () => read().map(about),
    make(madeAt) {
      const master = (read().at(-1)?.master ?? 0) + 1;
      const place = tokens.isPlace ? tokens.make() : { key: randomBytes(KEY_BYTES).toString('base64url') };
      const made: Content = { master, madeAt, ...place };
      if (createPrivateFile(pathOf(master), `${JSON.stringify(made)}\n`)) return about(made);
      if ('keyId' in made) tokens.destroy(made.keyId);
      return undefined;
    },
    wrap(master, epoch, key) {
      const one = held(master);
      if ('keyId' in one) return tokens.wrap(one, epoch, key);
      return wrapKey(Buffer.from(one.key, 'base64url'), key);
    },
    unwrap(master, epoch, wrapped) {
      const one = held(master);
      if ('keyId' in one) return tokens.unwrap(one, epoch, wrapped);
      return unwrapKey(Buffer.from(one.key, 'base64url'), wrapped);
    },
    destroy(master) {
      const one = read().find((each) => each.master === master);
      if (one && 'keyId' in one) tokens.destroy(one.keyId);
      dropFile(pathOf(master));
    },
  };
}
