import { Buffer } from 'node:buffer';
import { createECDH } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { P256 } from '../ec/index.ts';
import { extractAndExpand } from './kem.ts';
import { open, seal } from './seal-and-open.ts';
import { keySchedule, P256_SHA256_AES128GCM, P256_SHA256_AES256GCM } from './suite.ts';

interface Vector {
  readonly aead_id: number;
  readonly info: string;
  readonly skRm: string;
  readonly skEm: string;
  readonly pkRm: string;
  readonly enc: string;
  readonly shared_secret: string;
  readonly key: string;
  readonly base_nonce: string;
  readonly encryptions: readonly { readonly aad: string; readonly ct: string; readonly pt: string }[];
}

const VECTORS: readonly Vector[] = JSON.parse(
  readFileSync(new URL('../../../test/vectors/hpke/rfc9180_p256_sha256_base.json', import.meta.url), 'utf8'),
);
const SUITES = [P256_SHA256_AES128GCM, P256_SHA256_AES256GCM];

const fromHex = (hex: string) => Buffer.from(hex, 'hex');
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function agree(privateKey: string, point: string): Uint8Array {
  const agreement = createECDH(P256);
  agreement.setPrivateKey(privateKey, 'hex');
  return agreement.computeSecret(point, 'hex');
}

describe('RFC 9180 vectors for DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, base mode', () => {
  it('there is one vector for each suite', () => {
    expect(VECTORS.map((vector) => vector.aead_id)).toEqual(SUITES.map((suite) => suite.aeadId));
  });

  describe.each(
    SUITES.map((suite, index) => ({ cipher: suite.cipher, suite, vector: VECTORS[index] as Vector })),
  )('$cipher', ({ suite, vector }) => {
    const info = fromHex(vector.info);
    const recipientPoint = fromHex(vector.pkRm);
    const encapsulatedKey = fromHex(vector.enc);
    const sharedSecret = agree(vector.skRm, vector.enc);
    const messages = vector.encryptions.map(({ aad, ct, pt }) => ({
      aad: fromHex(aad),
      ciphertext: fromHex(ct),
      plaintext: fromHex(pt),
    }));

    it('the published shared secret, key and nonce are derived', () => {
      const kemSecret = extractAndExpand(sharedSecret, encapsulatedKey, recipientPoint);
      const { key, nonce } = keySchedule(suite, kemSecret, info);
      expect([kemSecret, key, nonce].map(toHex)).toEqual([
        vector.shared_secret,
        vector.key,
        vector.base_nonce,
      ]);
    });

    it('seal writes the published bytes with the published ephemeral key', () => {
      const ephemeral = { privateKey: fromHex(vector.skEm), publicKey: encapsulatedKey };
      const [message] = messages as [(typeof messages)[number]];
      const sealed = seal(suite, recipientPoint, { info, ...message }, { ephemeral });
      expect(toHex(sealed.encapsulatedKey)).toBe(vector.enc);
      expect(toHex(sealed.ciphertext)).toBe(toHex(message.ciphertext));
    });

    it('open decrypts sequence number 0 and no later one, because contexts are used once', () => {
      const parts = { sharedSecret, recipientPoint, encapsulatedKey, info };
      const [first, ...later] = messages as [(typeof messages)[number], ...typeof messages];
      expect(toHex(open(suite, { ...parts, ...first }))).toBe(toHex(first.plaintext));
      for (const message of later)
        expect(() => open(suite, { ...parts, ...message })).toThrow('does not open');
      expect(later.length).toBeGreaterThan(0);
    });
  });
});

// These vectors were computed for this interface with an implementation that passes RFC 9180 A.3.1; their
// keys are from that appendix.
describe('Encrypted values of the issuer interface', () => {
  const skR = 'f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2';
  const pkR =
    '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0';
  const skE = '4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb';
  const enc =
    '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4';
  const none = '';

  const cases = [
    {
      name: 'pre-authorization code, context in info',
      info: 'PreAuthorizationCode',
      aad: none,
      plaintext: Buffer.from('PRE-AUTH-0001'),
      key: '321159f2df032da4253a6c2b7766eee23c7bb79f2a826ae6ae1cfdffc499a4e9',
      nonce: '5e4cf2bb9041e5878b8143f6',
      ciphertext: '15d299e750399e3c1736f0c57ae7e4febfbb59c95bc564e253ccbaca73',
    },
    {
      name: 'pre-authorization code, context in aad',
      info: none,
      aad: 'PreAuthorizationCode',
      plaintext: Buffer.from('PRE-AUTH-0001'),
      key: '29e25efee30985f479e6666e568e4f594e65a94f46af5cad5f668f4b6533bde0',
      nonce: 'eb9dc12eb0d25b516f15f1d1',
      ciphertext: '9f73b749da9fe764764ef751ee050b31dbf04a7f969430563bf347f938',
    },
    {
      name: 'credential, context in info',
      info: 'Credential',
      aad: none,
      plaintext: fromHex(
        'a26f70726f766973696f6e656444617461a075616363657373436f6e74726f6c50726f66696c657380',
      ),
      ciphertext:
        '8be0f28a74deadaa4cf258cd95390896a1b84c570b4934c43b8f1c38b8975891444dbb96d522fae9ed93fa2c58e98789b3b3ce6d9290ed78cf',
    },
  ];

  it.each(cases)(
    'the encrypted value is as published: $name',
    ({ info, aad, plaintext, key, nonce, ciphertext }) => {
      const context = { info: Buffer.from(info), aad: Buffer.from(aad) };
      const ephemeral = { privateKey: fromHex(skE), publicKey: fromHex(enc) };
      const sealed = seal(P256_SHA256_AES256GCM, fromHex(pkR), { ...context, plaintext }, { ephemeral });
      expect(toHex(sealed.ciphertext)).toBe(ciphertext);

      const keys = {
        sharedSecret: agree(skR, enc),
        recipientPoint: fromHex(pkR),
        encapsulatedKey: fromHex(enc),
      };
      const opened = open(P256_SHA256_AES256GCM, { ...keys, ...context, ciphertext: fromHex(ciphertext) });
      expect(toHex(opened)).toBe(toHex(plaintext));

      if (key === undefined || nonce === undefined) return;
      const kemSecret = extractAndExpand(keys.sharedSecret, keys.encapsulatedKey, keys.recipientPoint);
      const schedule = keySchedule(P256_SHA256_AES256GCM, kemSecret, context.info);
      expect([schedule.key, schedule.nonce].map(toHex)).toEqual([key, nonce]);
    },
  );
});
