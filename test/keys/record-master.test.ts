import { createDecipheriv, createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../src/conventions/time.ts';
import { epochKeys, holderKeyFolder } from '../../src/keys/holder-keys/epochs.ts';
import { unwrapKey, wrapKey } from '../../src/keys/holder-keys/key-wrap.ts';
import type { Cryptoki } from '../../src/keys/pkcs11/cryptoki.ts';
import { pkcs11Masters } from '../../src/keys/pkcs11/master-keys.ts';
import { CK, CKA, masterTemplate, searchForMaster } from '../../src/keys/pkcs11/objects.ts';
import { diagnose } from '../../src/server/doctor/index.ts';
import { diptych, to } from '../support/cli.ts';
import { newHolder } from '../support/records.ts';
import { recordOf } from '../support/stored-holders.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';
import { makeToken, type TestToken, TOKEN_MISSING } from './support/token.ts';

const filesOf = (world: World) =>
  readdirSync(holderKeyFolder(world.server.context.folder.keys)).filter((name) => name.endsWith('.key'));

const rotate = (world: World) => diptych('keys', 'rotate-master', '--yes', ...to(world));
const sweep = (world: World) => world.server.context.rewrapHolderKeys();

async function eventsOf(world: World) {
  const { events } = await world.admin('listEvents', { subject: 'recordKey' });
  return events.map(({ event, subjectId, actor }) => `${event} ${subjectId} by ${actor}`);
}

describe('The rotation of the master key', () => {
  it('wraps the keys of the epochs anew, and the old key is destroyed a minute later', async () => {
    const folder = temporaryFolder('master');
    const world = await startWorld({ folder });
    const id = await newHolder(world);
    await sweep(world);
    expect(filesOf(world).sort()).toEqual(['epoch-1.key', 'epoch-2.key', 'master-1.key']);
    expect(await rotate(world)).toMatchObject({
      exit: 0,
      out: 'master key 2 is in a file and wraps 2 keys of epochs\n',
    });
    await sweep(world);
    expect(filesOf(world)).toContain('master-1.key');
    world.advance(MINUTE);
    await sweep(world);
    expect(filesOf(world).sort()).toEqual(['epoch-1.key', 'epoch-2.key', 'master-2.key']);
    expect(await eventsOf(world)).toEqual(['rotate master-2 by operator', 'destroy master-1 by deadline']);
    const startAt = world.now();
    await world.close();
    const again = await startWorld({ folder, startAt });
    try {
      expect((await recordOf(again, id)).includes('family_name')).toBe(true);
    } finally {
      await again.close();
    }
  });

  it('a rotation whose process was killed is ended and noted by a sweep', async () => {
    const world = await startWorld();
    try {
      const { keys } = world.server.context.folder;
      const epochs = epochKeys(keys, { clock: world.now, length: DAY });
      epochs.makeMaster();
      world.advance(MINUTE);
      await sweep(world);
      expect(filesOf(world).sort()).toEqual(['epoch-1.key', 'epoch-2.key', 'master-2.key']);
      expect(await eventsOf(world)).toEqual(['rotate master-2 by deadline', 'destroy master-1 by deadline']);
    } finally {
      await world.close();
    }
  });
});

describe.skipIf(TOKEN_MISSING !== undefined)('A master key in a PKCS#11 token (D2.2)', () => {
  let token: TestToken;
  let inToken: Record<string, unknown>;
  beforeAll(() => {
    token = makeToken();
    inToken = { ...token.settings, 'keys.custody': 'files', 'keys.recordMaster': 'pkcs11' };
  }, HOOK_TIMEOUT);
  afterAll(() => token?.remove());

  function client() {
    const { PKCS11 } = createRequire(import.meta.url)('pkcs11js') as { PKCS11: new () => Cryptoki };
    const cryptoki = new PKCS11();
    cryptoki.load(token.module);
    const slot = cryptoki
      .C_GetSlotList(true)
      .find((one) => cryptoki.C_GetTokenInfo(one).label.trimEnd() === token.tokenLabel) as Buffer;
    return { cryptoki, session: cryptoki.C_OpenSession(slot, CK.SESSION_FLAGS) };
  }

  const masterIn = (world: World, number: number) =>
    JSON.parse(
      readFileSync(join(holderKeyFolder(world.server.context.folder.keys), `master-${number}.key`), 'utf8'),
    ) as { readonly keyId: string; readonly wrapping: string };

  it('is made at the first start, cannot be read, and opens the records after a restart', async () => {
    const folder = temporaryFolder('master-token');
    const world = await startWorld({ folder, settings: inToken });
    const id = await newHolder(world);
    const { keyId, wrapping } = masterIn(world, 1);
    expect(wrapping).toBe('pad');
    const { cryptoki, session } = client();
    cryptoki.C_FindObjectsInit(session, searchForMaster(keyId));
    const [key] = cryptoki.C_FindObjects(session, 2);
    cryptoki.C_FindObjectsFinal(session);
    const read = (type: number) =>
      cryptoki.C_GetAttributeValue(session, key as Buffer, [{ type }])[0]?.value[0];
    expect([CKA.sensitive, CKA.extractable, CKA.token, CKA.private].map(read)).toEqual([1, 0, 1, 1]);
    expect(() => read(CKA.value)).toThrow('CKR_ATTRIBUTE_SENSITIVE');
    const startAt = world.now();
    await world.close();

    const away = { ...inToken, 'keys.pkcs11.tokenLabel': 'away' };
    await expect(startWorld({ folder, startAt, settings: away })).rejects.toThrow(
      'keys.recordMaster: no token has the label keys.pkcs11.tokenLabel; is it plugged in and initialized?',
    );
    await expect(startWorld({ folder, startAt })).rejects.toThrow(
      'keys.pkcs11.module: name the path of the module',
    );
    const again = await startWorld({ folder, startAt, settings: inToken });
    try {
      expect((await recordOf(again, id)).includes('family_name')).toBe(true);
    } finally {
      await again.close();
    }
  });

  it('moves from a file into the token by a rotation, and a key in the token is kept for the recovery window', async () => {
    const folder = temporaryFolder('master-moves');
    // Doctor, which is called below, uses the clock of the machine.
    const before = await startWorld({ folder, startAt: Date.now() });
    const id = await newHolder(before);
    let startAt = before.now();
    await before.close();
    const world = await startWorld({ folder, startAt, settings: inToken });
    try {
      const environment = Object.fromEntries(
        Object.entries(inToken).map(([name, value]) => [
          `DIPTYCH_${name.replace(/(?=[A-Z])|\./g, '_').toUpperCase()}`,
          String(value),
        ]),
      );
      const found = async () =>
        (await diagnose({ environment, options: { data: folder } })).findings.map(({ text }) => text);
      expect(await found()).toContain(
        'the master key of the records is a file, and keys.recordMaster is pkcs11',
      );
      expect(await rotate(world)).toMatchObject({ exit: 0, out: expect.stringContaining('is in the token') });
      expect(await found()).toContain('the keys that encrypt records are held');
      world.advance(MINUTE);
      await sweep(world);
      expect(filesOf(world).filter((name) => name.startsWith('master'))).toEqual(['master-2.key']);
      await rotate(world);
      world.advance(29 * DAY);
      await sweep(world);
      expect(filesOf(world)).toContain('master-2.key');
      const { keyId } = masterIn(world, 2);
      world.advance(DAY);
      await sweep(world);
      expect(filesOf(world)).not.toContain('master-2.key');
      const { cryptoki, session } = client();
      cryptoki.C_FindObjectsInit(session, searchForMaster(keyId));
      expect(cryptoki.C_FindObjects(session, 2)).toEqual([]);
      cryptoki.C_FindObjectsFinal(session);
      startAt = world.now();
    } finally {
      await world.close();
    }
    const again = await startWorld({ folder, startAt, settings: inToken });
    try {
      expect((await recordOf(again, id)).includes('family_name')).toBe(true);
    } finally {
      await again.close();
    }
  });

  it('wraps with the bytes of RFC 5649, or of AES-GCM with the epoch as additional data', () => {
    const masters = pkcs11Masters(() => token, true);
    const keyId = 'AB'.repeat(16);
    const value = randomBytes(32);
    // A key whose value is known, which a master key never is.
    const known = [
      ...masterTemplate(keyId).filter(({ type }) => type !== CKA.valueLength),
      { type: CKA.value, value },
    ];
    masters.destroy(masters.make().keyId);
    const { cryptoki, session } = client();
    cryptoki.C_CreateObject(session, known);
    const key = randomBytes(32);
    const pad = { keyId, wrapping: 'pad' } as const;
    expect(Buffer.from(masters.wrap(pad, 1, key))).toEqual(Buffer.from(wrapKey(value, key)));
    expect(Buffer.from(masters.unwrap(pad, 1, wrapKey(value, key)))).toEqual(key);

    const gcm = { keyId, wrapping: 'gcm' } as const;
    const wrapped = Buffer.from(masters.wrap(gcm, 7, key));
    const decipher = createDecipheriv('aes-256-gcm', value, wrapped.subarray(0, 12));
    decipher.setAAD(Buffer.from('diptych epoch 7'));
    decipher.setAuthTag(wrapped.subarray(-16));
    expect(Buffer.concat([decipher.update(wrapped.subarray(12, -16)), decipher.final()])).toEqual(key);
    expect(Buffer.from(masters.unwrap(gcm, 7, wrapped))).toEqual(key);

    const changed = Buffer.from(wrapped);
    changed[20]! ^= 1;
    const pem = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { format: 'pem', type: 'spki' },
      privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
    }).privateKey;
    const refused = 'a wrapped key does not belong to the key in the token that should open it';
    for (const [master, epoch, bytes] of [
      [gcm, 8, wrapped],
      [gcm, 7, changed],
      [gcm, 7, wrapped.subarray(1)],
      [pad, 1, wrapped],
      [pad, 1, wrapKey(randomBytes(32), key)],
    ] as const)
      expect(() => masters.unwrap(master, epoch, bytes)).toThrow(refused);
    // Reports what the module left in the error queue of OpenSSL.
    expect(createPrivateKey(pem).asymmetricKeyType).toBe('ec');
    expect(Buffer.from(unwrapKey(value, masters.wrap(pad, 1, key)))).toEqual(key);
    expect(() => masters.wrap({ keyId: 'CD', wrapping: 'pad' }, 1, key)).toThrow('is not in the token');
    masters.close();
  });
});
