import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { type Identity, newIdentity } from '../../support/tls.ts';
import { ISSUER_ID } from '../../support/world.ts';
import { expectDenied, expectServed, startScene, useScene } from './support.ts';

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

describe('U1: several kinds of credentials together', () => {
  let pinned: Identity;
  let other: Identity;
  const pairs: Pair[] = [];
  let jwks: string;

  const publish = async (...published: readonly Pair[]) => {
    const keys = published.map(async ({ publicKey }) => ({
      ...(await exportJWK(publicKey)),
      kid: `k${pairs.findIndex((pair) => pair.publicKey === publicKey)}`,
    }));
    writeFileSync(jwks, JSON.stringify({ keys: await Promise.all(keys) }));
  };

  const scene = useScene(async () => {
    pinned = await newIdentity();
    other = await newIdentity();
    pairs.push(await generateKeyPair('ES256'), await generateKeyPair('ES256'));
    const keys = [{ ...(await exportJWK(pairs[0]!.publicKey)), kid: 'k0' }];
    return startScene((folder) => {
      jwks = join(folder, 'jwks.json');
      writeFileSync(jwks, JSON.stringify({ keys }));
      return { 'issuer.callers.pins': [pinned.pin], 'issuer.callers.jwks': jwks };
    });
  });

  const bearer = async (index: number, audience = ISSUER_ID) => {
    const token = new SignJWT({ sub: 'platform' })
      .setProtectedHeader({ alg: 'ES256', kid: `k${index}` })
      .setAudience(audience)
      .setExpirationTime(Math.floor(scene().serving.now() / 1000) + 60);
    return { headers: { authorization: `Bearer ${await token.sign(pairs[index]!.privateKey)}` } };
  };

  it('either a pinned certificate or a bearer token is enough', async () => {
    expectServed(await scene().call({ identity: pinned }));
    expectServed(await scene().call(await bearer(0)));
    expectServed(await scene().call({ ...(await bearer(0)), identity: other }));
  });

  it('a caller with none of the credentials gets permissionDenied, and the log says what each check missed', async () => {
    const unknown = await scene().call({ identity: other });
    expectDenied(unknown, /not among those that are pinned; the request carries no bearer token/);
    const elsewhere = await scene().call(await bearer(0, 'other'));
    expectDenied(elsewhere, /no client certificate; the bearer token is not/);
  });

  it('the token keys are read again when their file changes, so that old and new keys can overlap', async () => {
    expectDenied(await scene().call(await bearer(1)), /bearer token is not/);
    await publish(pairs[0]!, pairs[1]!);
    scene().serving.advance(1000);
    expectServed(await scene().call(await bearer(0)));
    expectServed(await scene().call(await bearer(1)));
  });

  it.each([
    ['it holds no keys', '{"keys": []}'],
    ['an object has a member twice', '{"keys": [{"kid": "a", "kid": "b"}]}'],
  ])(
    'the previous token keys stay in use if their file is broken, and the problem is logged: %s',
    async (problem, text) => {
      writeFileSync(jwks, text);
      scene().serving.advance(1000);
      expectServed(await scene().call(await bearer(1)));
      expect(scene().serving.log.join('')).toMatch(
        new RegExp(`issuer\\.callers\\.jwks \\(.*\\) cannot be used: ${problem}`),
      );
    },
  );
});
