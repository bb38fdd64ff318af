import { execFile } from 'node:child_process';
import { verify } from 'node:crypto';
import { renameSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publicKeyFromPoint } from '../../src/formats/ec/index.ts';
import { CustodyError, type KeyCustody } from '../../src/keys/custody.ts';
import type { Cryptoki } from '../../src/keys/pkcs11/cryptoki.ts';
import { CKA, searchFor } from '../../src/keys/pkcs11/objects.ts';
import { pkcs11Custody } from '../../src/keys/pkcs11-custody.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { makeToken, type TestToken, TOKEN_MISSING } from './support/token.ts';

const run = promisify(execFile);
const PROCESS = fileURLToPath(new URL('./support/token-process.ts', import.meta.url));
/** The numbers of attributes in PKCS#11 v2.40, Appendix B. */
const FLAGS = {
  sensitive: CKA.sensitive,
  alwaysSensitive: 0x165,
  extractable: CKA.extractable,
  neverExtractable: 0x164,
  token: CKA.token,
  private: CKA.private,
  derive: CKA.derive,
};
const KEY = '10AB';
const CONTENT = Buffer.from('to be signed');

/** A function of PKCS#11 that only this test calls. */
interface Client extends Cryptoki {
  C_CloseAllSessions(slot: Buffer): void;
}

const isSignature = (point: Uint8Array, signature: Uint8Array) =>
  verify('sha256', CONTENT, { key: publicKeyFromPoint(point), dsaEncoding: 'ieee-p1363' }, signature);

describe.skipIf(TOKEN_MISSING !== undefined)('A PKCS#11 token', () => {
  let token: TestToken;
  let custody: KeyCustody;
  beforeEach(() => {
    token = makeToken();
    custody = pkcs11Custody(token);
  }, HOOK_TIMEOUT);
  afterEach(() => {
    custody.close();
    token.remove();
  });

  /** A separate client of the token, which loads the same module. */
  function witness(): { readonly client: Client; readonly slot: Buffer } {
    const { PKCS11 } = createRequire(import.meta.url)('pkcs11js') as { PKCS11: new () => Client };
    const client = new PKCS11();
    client.load(token.module);
    const slot = client
      .C_GetSlotList(true)
      .find((one) => client.C_GetTokenInfo(one).label.trimEnd() === token.tokenLabel) as Buffer;
    return { client, slot };
  }

  it.each(['sign', 'agree'] as const)(
    'a token stores private keys that have always been sensitive and can never be extracted: %s',
    async (use) => {
      await custody.create(KEY, use);
      const { client, slot } = witness();
      const session = client.C_OpenSession(slot, 4);
      client.C_FindObjectsInit(session, searchFor('privateKey', KEY));
      const [key] = client.C_FindObjects(session, 2);
      client.C_FindObjectsFinal(session);
      const read = (type: number) =>
        client.C_GetAttributeValue(session, key as Buffer, [{ type }])[0]?.value ?? Buffer.alloc(0);
      const flags = Object.entries(FLAGS).map(([name, type]) => [name, read(type)[0] === 1]);
      expect(Object.fromEntries(flags)).toEqual({
        sensitive: true,
        alwaysSensitive: true,
        extractable: false,
        neverExtractable: true,
        token: true,
        private: true,
        derive: use === 'agree',
      });
      expect(read(CKA.label).toString()).toBe(KEY);
      expect(() => read(CKA.value)).toThrow('CKR_ATTRIBUTE_SENSITIVE');
    },
  );

  it('a new session is opened after the session with the token was lost', async () => {
    const point = await custody.create(KEY, 'sign');
    const { client, slot } = witness();
    client.C_CloseAllSessions(slot);
    expect(isSignature(point, await custody.sign(KEY, CONTENT))).toBe(true);
  });

  it('a removed token is reported clearly, and used again when it is back', async () => {
    const point = await custody.create(KEY, 'sign');
    const { client } = witness();
    renameSync(token.folder, `${token.folder}.away`);
    client.C_Finalize();
    const error = await Promise.resolve()
      .then(() => custody.sign(KEY, CONTENT))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CustodyError);
    expect((error as Error).message).toMatch(/no token has the label|the PKCS#11 token refused/);
    renameSync(`${token.folder}.away`, token.folder);
    expect(isSignature(point, await custody.sign(KEY, CONTENT))).toBe(true);
  });

  it('several processes can use one token at the same time', async () => {
    const point = await custody.create(KEY, 'sign');
    const owns = ['11AA', '11BB', '11CC'];
    const { module, tokenLabel, pin } = token;
    const env = { ...process.env, ...token.environment };
    const outcomes = await Promise.all(
      owns.map((own) => run(process.execPath, [PROCESS, module, tokenLabel, pin, KEY, own], { env })),
    );
    for (const { stdout } of outcomes) {
      const told = JSON.parse(stdout) as { signatures: string[]; point: string; signature: string };
      expect(told.signatures).toHaveLength(20);
      for (const signature of told.signatures)
        expect(isSignature(point, Buffer.from(signature, 'hex'))).toBe(true);
      expect(isSignature(Buffer.from(told.point, 'hex'), Buffer.from(told.signature, 'hex'))).toBe(true);
    }
    const held = (await custody.list()).map(({ keyId }) => keyId);
    expect(held.toSorted()).toEqual([KEY, ...owns]);
    expect(await custody.publicPoint('11AA')).toHaveLength(65);
  });

  it('a refused PIN is tried only once, and not printed', async () => {
    const wrong = { ...token, pin: '999999' };
    custody.close();
    expect(() => pkcs11Custody(wrong)).toThrow(/refused the PIN \(CKR_PIN_INCORRECT\)$/);
    custody = pkcs11Custody(token);
    await custody.create(KEY, 'sign');
  });

  it.each([
    [{ tokenLabel: 'another' }, /no token has the label keys\.pkcs11\.tokenLabel/],
    [{ module: '/nowhere/module.so' }, /cannot be loaded; check the path keys\.pkcs11\.module/],
  ])('the error names the wrong setting if the token cannot be found: %j', (change, message) => {
    expect(() => pkcs11Custody({ ...token, ...change })).toThrow(message);
  });

  it('the error names the package that is missing, and how to install it', () => {
    const hooks = registerHooks({
      resolve(specifier, context, next) {
        if (specifier === 'pkcs11js') throw new Error('not installed');
        return next(specifier, context);
      },
    });
    try {
      // Names another module, because a module that was loaded before is not loaded again.
      expect(() => pkcs11Custody({ ...token, module: `${token.module}.other` })).toThrow(
        /pkcs11js.* is not installed.*; .*run for example npm install --global --allow-scripts=pkcs11js/,
      );
    } finally {
      hooks.deregister();
    }
  });
});
