import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '../conventions/time.ts';
import { signingKeys } from './oauth-signing-keys.ts';

let folder: string;
let now: number;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'diptych-keys-')), 'oauth');
  now = Date.UTC(2026, 0, 1);
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

const open = () => signingKeys({ folder, rotateEvery: 90 * DAY, longestToken: DAY, clock: () => now });

async function stages(keys = open()) {
  return (await keys.list()).map(({ stage }) => stage);
}

describe('The keys that sign tokens', () => {
  it('there is an active signing key and a next one from the start', async () => {
    expect(await stages()).toEqual(['active', 'next']);
  });

  it('the signing keys are readable by their owner only', () => {
    open().current();
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('the signing keys are the same after a restart and in another process on the same folder', () => {
    const ids = open()
      .current()
      .map(({ keyId }) => keyId);
    expect(
      open()
        .current()
        .map(({ keyId }) => keyId),
    ).toEqual(ids);
  });

  it('the signing keys rotate by time: the next key becomes active, and the old one is kept as long as its tokens live', async () => {
    const keys = open();
    const [active, next] = keys.current();
    now += 90 * DAY;
    expect(keys.current()[0]?.keyId).toBe(next?.keyId);
    expect(await stages(keys)).toEqual(['retired', 'active', 'next']);
    expect(keys.current().some(({ keyId }) => keyId === active?.keyId)).toBe(true);
    now += DAY + 1;
    expect(await stages(keys)).toEqual(['active', 'next']);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('after a long stop the next signing key is active at once', async () => {
    const [, next] = open().current();
    now += 1000 * DAY;
    expect(open().current()[0]?.keyId).toBe(next?.keyId);
  });

  it('after a rotation by hand the key that was published ahead signs', async () => {
    const keys = open();
    const [, next] = keys.current();
    now += 1000;
    await keys.rotate({ compromised: false });
    expect(keys.current()[0]?.keyId).toBe(next?.keyId);
    expect(await stages(keys)).toEqual(['retired', 'active', 'next']);
  });

  it('all signing keys are replaced when they are compromised', async () => {
    const keys = open();
    const before = keys.current().map(({ keyId }) => keyId);
    now += 1000;
    await keys.rotate({ compromised: true });
    const after = keys.current().map(({ keyId }) => keyId);
    expect(await stages(keys)).toEqual(['active', 'next']);
    expect(after.filter((id) => before.includes(id))).toEqual([]);
  });

  it('the signing keys are made once when processes start together', () => {
    const many = Array.from({ length: 4 }, open);
    const ids = many.map((keys) => keys.current()[0]?.keyId);
    expect(new Set(ids).size).toBe(1);
  });
});
