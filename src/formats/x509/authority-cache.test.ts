import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { rawSignerFromPrivateKey } from '../cose/index.ts';
import { pointFromPublicKey, spkiFromPoint } from '../ec/index.ts';
import { createAuthorityCache, encodeName, parseCertificate, signCertificate } from './index.ts';

async function selfSigned(commonName: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = encodeName({ commonName });
  const fields = {
    serialNumber: Uint8Array.of(1),
    issuer: name,
    subject: name,
    notBefore: 0,
    notAfter: 1000,
    spki: spkiFromPoint(pointFromPublicKey(publicKey)),
    extensions: [],
  };
  return parseCertificate(await signCertificate(fields, rawSignerFromPrivateKey(privateKey)));
}

const [a, b, c] = await Promise.all([selfSigned('a'), selfSigned('b'), selfSigned('c')]);

describe('The cache of authorities', () => {
  it('a public key is parsed once while it is in the cache', () => {
    const cache = createAuthorityCache(2);
    const [keyOfA, keyOfB] = [cache.publicKey(a), cache.publicKey(b)];
    expect(cache.publicKey(a)).toBe(keyOfA);
    cache.publicKey(c);
    expect(cache.publicKey(a)).toBe(keyOfA);
    expect(cache.publicKey(b)).not.toBe(keyOfB);
  });

  it('repeated checks of a signature give the same result', () => {
    const cache = createAuthorityCache(1);
    for (let round = 0; round < 3; round++) {
      for (const certificate of [a, b, c]) {
        for (const signer of [a, b, c]) {
          expect(cache.isSignedBy(certificate, signer)).toBe(certificate === signer);
          expect(cache.isSignedBy(certificate, signer)).toBe(certificate === signer);
        }
      }
    }
  });

  it('a changed certificate is not mistaken for a cached one', () => {
    const cache = createAuthorityCache();
    expect(cache.isSignedBy(a, a)).toBe(true);
    const mutated = Uint8Array.from(a.der);
    mutated[mutated.length - 1]! ^= 1;
    expect(cache.isSignedBy(parseCertificate(mutated), a)).toBe(false);
  });
});
