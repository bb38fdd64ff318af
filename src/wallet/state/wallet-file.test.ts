import { randomFillSync } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDeviceKey } from '../device/device-key.ts';
import type { DeviceState } from '../device/device-state.ts';
import {
  formatWallet,
  parseWallet,
  readWallet,
  StateFileError,
  type Wallet,
  writeWallet,
} from './wallet-file.ts';

const newKey = () => newDeviceKey((target) => randomFillSync(target));
const ISSUER = { baseUrl: 'https://issuer.example', issuerId: 'Issuer' };

const NEW: DeviceState = {
  deviceReferenceId: 'device-1',
  docType: 'org.iso.18013.5.1.mDL',
  profile: 'hardware',
  dialect: 'keystore',
  authKeys: [],
};
const FULL: DeviceState = {
  ...NEW,
  nonce: 'A'.repeat(32),
  identity: { key: newKey(), chain: [Uint8Array.of(1), Uint8Array.of(2, 3)], registered: true },
  proofing: { proofingId: 'proofing-1', unacknowledged: 'ab'.repeat(32) },
  credentialId: 'credential-1',
  credential: { versionId: 'version-1', bytes: Uint8Array.of(0xa0), proved: true },
  authKeys: [
    { key: newKey(), certificate: Uint8Array.of(4) },
    {
      key: newKey(),
      certificate: Uint8Array.of(5),
      certified: { staticAuthData: Uint8Array.of(6, 7), expiresAt: 1_800_000_000_000 },
    },
  ],
  deletedCredentialId: 'credential-0',
};

/** The data of a device that can be compared, without functions and key objects. */
function plain({ device, issuer }: Wallet) {
  return { issuer, device: JSON.parse(formatWallet({ issuer, device })).device as unknown };
}

describe('The state of a wallet', () => {
  it.each([
    ['new', NEW],
    ['full', FULL],
  ])('the state of a wallet is the same after it was written and read: %s', (_name, device) => {
    const wallet = { issuer: ISSUER, device };
    const read = parseWallet(formatWallet(wallet));
    expect(plain(read)).toEqual(plain(wallet));
    expect(read.device.identity?.key.point).toEqual(device.identity?.key.point);
    expect(read.device.authKeys.map(({ key }) => key.point)).toEqual(
      device.authKeys.map(({ key }) => key.point),
    );
  });

  it('the keys of a wallet still sign after reading', async () => {
    const { device } = parseWallet(formatWallet({ issuer: ISSUER, device: FULL }));
    expect(await device.identity?.key.sign(Uint8Array.of(1))).toHaveLength(64);
  });

  const json = JSON.parse(formatWallet({ issuer: ISSUER, device: FULL })) as Record<string, unknown>;
  const { identity } = json.device as { identity: { key: object } };
  const withKey = (key: object) => ({
    ...json,
    device: { ...(json.device as object), identity: { ...identity, key: { ...identity.key, ...key } } },
  });

  it.each([
    ['malformed', 'no JSON', '{"format": '],
    ['malformed', 'another file', '{"name": "diptych"}'],
    ['malformed', 'a list', '[]'],
    ['unsupportedVersion', 'a later version', JSON.stringify({ ...json, version: 2 })],
    ['malformed', 'an unknown member', JSON.stringify({ ...json, extra: 1 })],
    ['malformed', 'a missing device', JSON.stringify({ ...json, device: undefined })],
    ['malformed', 'a key of zero', JSON.stringify(withKey({ d: 'A'.repeat(43) }))],
    ['malformed', 'a key whose parts do not belong together', JSON.stringify(withKey({ x: 'A'.repeat(43) }))],
  ])('a wallet file is refused with the code %s: %s', (code, _what, text) => {
    expect(() => parseWallet(text)).toThrow(StateFileError);
    expect(() => parseWallet(text)).toThrow(expect.objectContaining({ code }));
  });

  it('any content of a wallet file is either read or refused with an error', () => {
    const text = formatWallet({ issuer: ISSUER, device: FULL });
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ maxLength: 4 }), (at, other) => {
        try {
          parseWallet(text.slice(0, at) + other + text.slice(at + 1));
        } catch (error) {
          expect(error).toBeInstanceOf(StateFileError);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('The state file of a wallet', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'diptych-state-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('the state file is readable by its owner only, is replaced atomically, and leaves no temporary file', () => {
    const path = join(folder, 'wallet.json');
    writeWallet(path, { issuer: ISSUER, device: NEW });
    chmodSync(path, 0o644);
    writeWallet(path, { issuer: ISSUER, device: FULL });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readWallet(path).device.credentialId).toBe('credential-1');
    expect(readdirSync(folder)).toEqual(['wallet.json']);
  });

  it('a state file that is missing, unreadable, malformed or cannot be written is refused clearly', () => {
    expect(() => readWallet(join(folder, 'none.json'))).toThrow(expect.objectContaining({ code: 'missing' }));
    expect(() => readWallet(folder)).toThrow(expect.objectContaining({ code: 'unreadable' }));
    const path = join(folder, 'broken.json');
    writeFileSync(path, '{');
    expect(() => readWallet(path)).toThrow(expect.objectContaining({ code: 'malformed' }));
    const nowhere = join(folder, 'no', 'folder.json');
    const wallet = { issuer: ISSUER, device: NEW };
    expect(() => writeWallet(nowhere, wallet)).toThrow(expect.objectContaining({ code: 'unwritable' }));
  });
});
