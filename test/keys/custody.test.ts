import { createECDH, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOnCurve, publicKeyFromPoint } from '../../src/formats/ec/index.ts';
import { CustodyError, type KeyCustody } from '../../src/keys/custody.ts';
import { property } from '../support/runs.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { PLACES, type Place } from './support/places.ts';

let made = 0;
/** An id that no other test uses. */
const newId = () => `10${(made++).toString(16).toUpperCase().padStart(30, '0')}`;

const isSignature = (point: Uint8Array, content: Uint8Array, signature: Uint8Array) =>
  verify('sha256', content, { key: publicKeyFromPoint(point), dsaEncoding: 'ieee-p1363' }, signature);

/** Works whether the custody throws at once or rejects later. */
const attempt = async <T>(work: () => T | Promise<T>) => work();

describe.each(PLACES)('Keys kept in $kind', ({ kind, missing, make }) => {
  describe.skipIf(missing !== undefined)('The same interface to every key store', () => {
    let place: Place;
    let custody: KeyCustody;
    beforeAll(() => {
      place = make();
      custody = place.open();
    }, HOOK_TIMEOUT);
    afterAll(() => {
      custody.close();
      place.remove();
    });

    it('keys are made on P-256 and listed with their place', async () => {
      const keyId = newId();
      const point = await custody.create(keyId, 'sign');
      expect(isOnCurve(point)).toBe(true);
      expect(await custody.publicPoint(keyId)).toEqual(point);
      expect(await custody.list()).toContainEqual({ keyId, custody: kind });
    });

    it('sign makes an ECDSA signature with SHA-256, r ‖ s in 64 bytes', async () => {
      const keyId = newId();
      const point = await custody.create(keyId, 'sign');
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async (content) => {
          const signature = await custody.sign(keyId, content);
          expect(signature).toHaveLength(64);
          expect(isSignature(point, content, signature)).toBe(true);
        }),
        property(50),
      );
    });

    it('agree returns the raw secret in 32 bytes, with its leading zeros', async () => {
      const keyId = newId();
      const point = await custody.create(keyId, 'agree');
      const peer = createECDH('prime256v1');
      let secret: Buffer;
      do {
        peer.generateKeys();
        secret = peer.computeSecret(point);
      } while (secret[0] !== 0);
      expect(Buffer.from(await custody.agree(keyId, peer.getPublicKey()))).toEqual(secret);
      expect(secret).toHaveLength(32);
    });

    it('keys for key agreement can sign too, for their own certificate', async () => {
      const keyId = newId();
      const point = await custody.create(keyId, 'agree');
      const content = Buffer.from('to be signed');
      expect(isSignature(point, content, await custody.sign(keyId, content))).toBe(true);
    });

    it('several users can use one key store at the same time', async () => {
      const other = place.open();
      const keyId = newId();
      const point = await custody.create(keyId, 'sign');
      const content = Buffer.from('to be signed');
      for (const one of [other, custody, other])
        expect(isSignature(point, content, await one.sign(keyId, content))).toBe(true);
      other.close();
      expect(isSignature(point, content, await custody.sign(keyId, content))).toBe(true);
    });

    it('destroyed keys are gone for good; destroying them again does nothing', async () => {
      const keyId = newId();
      await custody.create(keyId, 'sign');
      await custody.sign(keyId, Buffer.alloc(1));
      await custody.destroy(keyId);
      await custody.destroy(keyId);
      await expect(attempt(() => custody.sign(keyId, Buffer.alloc(1)))).rejects.toThrow(CustodyError);
      expect(await custody.publicPoint(keyId)).toBeUndefined();
      expect((await custody.list()).map((key) => key.keyId)).not.toContain(keyId);
    });

    it('a refusal names the missing key', async () => {
      const keyId = newId();
      await expect(attempt(() => custody.sign(keyId, Buffer.alloc(1)))).rejects.toThrow(keyId);
    });

    it('two keys never get the same id', async () => {
      const keyId = newId();
      const point = await custody.create(keyId, 'sign');
      await expect(custody.create(keyId, 'sign')).rejects.toThrow(CustodyError);
      expect(await custody.publicPoint(keyId)).toEqual(point);
    });

    it.each(['', '../10', '10\0', 'ab', '1', 'é0', '1'.repeat(66)])(
      'ids of keys are upper-case hex; %j is refused',
      async (id) => {
        const before = await custody.list();
        for (const work of [
          () => custody.create(id, 'sign'),
          () => custody.sign(id, Buffer.alloc(1)),
          () => custody.agree(id, Buffer.alloc(65)),
          () => custody.publicPoint(id),
          () => custody.destroy(id),
        ])
          await expect(attempt<unknown>(work)).rejects.toThrow(CustodyError);
        expect(await custody.list()).toEqual(before);
      },
    );

    it('keys can be imported only into key stores that allow it', async () => {
      const { adopt } = custody;
      expect(adopt === undefined).toBe(kind === 'pkcs11');
      if (!adopt) return;
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const keyId = newId();
      await adopt(keyId, privateKey);
      const content = Buffer.from('to be signed');
      const signature = await custody.sign(keyId, content);
      const key = createPublicKey(privateKey);
      expect(verify('sha256', content, { key, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
    });
  });
});
