import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '../../conventions/time.ts';
import { open, seal } from './envelope.ts';
import { epochKeys, holderKeyFolder } from './epochs.ts';
import { newHolderKey, openHolderKey, rewrapHolderKey } from './holder-key.ts';
import { unwrapKey, wrapKey } from './key-wrap.ts';

const hex = (text: string) => Buffer.from(text, 'hex');

describe('AES key wrap with padding (RFC 5649)', () => {
  const WRAPPING = hex('5840df6e29b02af1ab493b705bf16ea1ae8338f4dcc176a8');
  const VECTORS = [
    [
      'c37b7e6492584340bed12207808941155068f738',
      '138bdeaa9b8fa7fc61f97742e72248ee5ae6ae5360d1ae6a5f54f373fa543b6a',
    ],
    ['466f7250617369', 'afbeb0f07dfbf5419200f2ccb50bb24f'],
  ] as const;

  it.each(VECTORS)('section 6: the key %s', (key, wrapped) => {
    expect(Buffer.from(wrapKey(WRAPPING, hex(key)))).toEqual(hex(wrapped));
    expect(Buffer.from(unwrapKey(WRAPPING, hex(wrapped)))).toEqual(hex(key));
  });

  it('a wrapped key that was changed is refused', () => {
    const wrapped = Buffer.from(wrapKey(new Uint8Array(32), new Uint8Array(32)));
    for (const at of wrapped.keys()) {
      const changed = Buffer.from(wrapped);
      changed[at]! ^= 1;
      expect(() => unwrapKey(new Uint8Array(32), changed)).toThrow('does not belong to the key');
    }
    expect(() => unwrapKey(new Uint8Array(32).fill(1), wrapped)).toThrow('does not belong to the key');
  });
});

const bytes = fc.uint8Array({ maxLength: 300 });
const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const PLACE = { table: 'holder', column: 'record', row: 'h-1', holderId: 'h-1' };
const place = fc.record({
  table: fc.constantFrom('holder', 'issued_mso'),
  column: fc.constantFrom('record', 'static_auth_data'),
  row: fc.constantFrom('h-1', 'h-2', 'h-1h-2'),
  holderId: fc.constantFrom('h-1', 'h-2'),
});

describe('The envelope of encrypted columns', () => {
  it('gives back what was sealed', () => {
    fc.assert(
      fc.property(key, place, bytes, (secret, where, plain) => {
        const sealed = seal(secret, where, plain);
        expect(Buffer.from(open(secret, where, sealed))).toEqual(Buffer.from(plain));
      }),
      { numRuns: 50 },
    );
  });

  it('cannot be opened with another key, at another place, or after a change of any byte', () => {
    fc.assert(
      fc.property(key, place, bytes, fc.nat(), (secret, where, plain, at) => {
        const sealed = Buffer.from(seal(secret, PLACE, plain));
        const changed = Buffer.from(sealed);
        changed[at % sealed.length]! ^= 1;
        expect(() => open(secret, PLACE, changed)).toThrow('cannot be decrypted');
        expect(() =>
          open(
            secret.map((byte) => byte ^ 1),
            PLACE,
            sealed,
          ),
        ).toThrow('cannot be decrypted');
        const isSame = Object.entries(PLACE).every(([name, value]) => where[name as 'row'] === value);
        if (!isSame) expect(() => open(secret, where, sealed)).toThrow('cannot be decrypted');
      }),
      { numRuns: 50 },
    );
  });
});

describe('The keys of the epochs', () => {
  let folder: string;
  let now = 0;
  const opened = () => epochKeys(folder, { clock: () => now, length: 30 * DAY });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'diptych-epochs-'));
    now = Date.UTC(2026, 0, 1);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('there are none until records are to be encrypted', () => {
    expect(opened().current()).toBeUndefined();
    expect(opened().prepare()).toBeUndefined();
    expect(newHolderKey(opened(), 'h-1')).toBeUndefined();
  });

  it('another process finds the first one, and the next ones, without a restart', () => {
    const [one, other] = [opened(), opened()];
    one.start();
    other.start();
    expect(other.current()).toBe(1);
    expect(one.prepare()).toBe(2);
    expect(other.prepare()).toBeUndefined();
    expect(Buffer.from(other.keyOf(2))).toEqual(Buffer.from(one.keyOf(2)));
  });

  it('the next one is made an epoch early, and starts when the present one ends', () => {
    const epochs = opened();
    epochs.start();
    epochs.prepare();
    now += 30 * DAY - 1;
    expect([epochs.current(), epochs.prepare()]).toEqual([1, undefined]);
    now += 1;
    expect([epochs.current(), epochs.prepare()]).toEqual([2, 3]);
  });

  it('a key of a holder can be opened after it was moved to the next epoch, and the old form not after its end', () => {
    const epochs = opened();
    epochs.start();
    epochs.prepare();
    const made = newHolderKey(epochs, 'h-1');
    if (!made) throw new Error('no key');
    const sealed = made.key.seal('record', 'h-1', hex('a0'));
    const moved = rewrapHolderKey(epochs, 'h-1', made.wrapped, 2);
    epochs.destroy(1);
    expect(Buffer.from(openHolderKey(epochs, 'h-1', moved).open('record', 'h-1', sealed))).toEqual(hex('a0'));
    expect(() => openHolderKey(epochs, 'h-1', made.wrapped)).toThrow('the key of epoch 1');
    expect(() => openHolderKey(epochs, 'h-2', moved)).toThrow('cannot be decrypted');
    expect(() => openHolderKey(epochs, 'h-1', moved).open('mso', 'h-1', sealed)).toThrow(
      'cannot be decrypted',
    );
  });

  it('only the owner can read the files, and no file has the key of an epoch', () => {
    const epochs = opened();
    epochs.start();
    const text = readdirSync(holderKeyFolder(folder))
      .map((name) => readFileSync(join(holderKeyFolder(folder), name)))
      .join('\n');
    expect(text).not.toContain(Buffer.from(epochs.keyOf(1)).toString('base64url'));
  });

  it('a new master key wraps the keys of the epochs; other processes go on with it', () => {
    const [one, other] = [opened(), opened()];
    one.start();
    const before = Buffer.from(other.keyOf(1));
    expect(one.unusedMasters()).toEqual([]);
    expect(one.makeMaster()).toMatchObject({ number: 2, isInToken: false });
    // Interrupted here: both are readable, and the first one is used.
    expect(Buffer.from(opened().keyOf(1))).toEqual(before);
    expect(other.unusedMasters()).toEqual([]);
    expect(other.rewrap()).toBe(1);
    expect(one.rewrap()).toBe(0);
    expect(one.unusedMasters()).toMatchObject([{ number: 1 }]);
    one.destroyMaster(1);
    expect(other.prepare()).toBe(2);
    expect(one.masters()).toMatchObject([{ number: 2 }]);
    const restarted = opened();
    expect([restarted.keyOf(1), restarted.keyOf(2)].map((key) => Buffer.from(key))).toEqual([
      before,
      Buffer.from(other.keyOf(2)),
    ]);
  });

  it('a destroyed key is in no draft that a killed process left', () => {
    const epochs = opened();
    epochs.start();
    epochs.makeMaster();
    const path = (name: string) => join(holderKeyFolder(folder), name);
    for (const name of ['epoch-1.key', 'master-1.key'])
      copyFileSync(path(name), path(`${name}.0a1b2c3d-0000-4000-8000-000000000000.draft`));
    copyFileSync(path('epoch-1.key'), path('epoch-11.key.draft'));
    epochs.destroy(1);
    epochs.destroyMaster(1);
    expect(readdirSync(path('')).toSorted()).toEqual(['epoch-11.key.draft', 'master-2.key']);
  });

  it('without its master key, or with another one, no key can be used', () => {
    opened().start();
    const path = join(holderKeyFolder(folder), 'master-1.key');
    const key = Buffer.alloc(32).toString('base64url');
    writeFileSync(path, JSON.stringify({ master: 1, madeAt: now, key }));
    expect(opened).toThrow('does not belong to the key');
    for (const damaged of ['', '{}', JSON.stringify({ master: 1, madeAt: now, key: 'short' })]) {
      writeFileSync(path, damaged);
      expect(opened).toThrow('a master key of the records is damaged; restore the key folder');
    }
    rmSync(path);
    expect(opened).toThrow('master-1.key, which wraps a key of an epoch, is missing; restore the key folder');
  });
});
