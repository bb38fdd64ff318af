import { createPublicKey, hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anchorsFromPem,
  openProofOfProvisioning,
  verifyAuthenticationKeyCertificate,
  verifyKeyAttestation,
  verifyProofOfOwnership,
} from '../../../src/formats/android/index.ts';
import { decodeCoseSign1, verifyCoseSign1 } from '../../../src/formats/cose/index.ts';
import { sharedSecret } from '../../../src/formats/ec/index.ts';
import { open, P256_SHA256_AES256GCM } from '../../../src/formats/hpke/index.ts';
import { verifyIssuerSigned } from '../../../src/formats/mdoc/index.ts';
import { SANDBOX_ROOT_CERTIFICATE } from '../../../src/wallet/index.ts';
import { exampleExchange, KEYS, NAMESPACE, NONCE, NOW } from './exchange.ts';
import { bytesPage } from './page.ts';
import { DOC_TYPE, type SealedExample } from './sealed.ts';

const publicKeyOf = (name: keyof typeof KEYS) => createPublicKey(KEYS[name].privateKey);

let made: Awaited<ReturnType<typeof exampleExchange>>;
let page = '';

beforeAll(async () => {
  made = await exampleExchange();
  page = readFileSync(new URL('../../../docs/reference/byte-examples.md', import.meta.url), 'utf8');
});

/** The bytes of the annotated blocks of the page, without comments and blanks. */
const blocks = () =>
  [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)]
    .filter(([, language]) => language === '')
    .map(([, , text = '']) => text.replaceAll(/ *#.*$|\s/gm, ''));

function opened({ recipient, encapsulatedKey, encryptedValue, info }: SealedExample): Uint8Array {
  return open(P256_SHA256_AES256GCM, {
    sharedSecret: sharedSecret(recipient.privateKey, encapsulatedKey),
    recipientPoint: recipient.point,
    encapsulatedKey,
    ciphertext: encryptedValue,
    info: Buffer.from(info),
    aad: new Uint8Array(),
  });
}

const boundHash = ({ plaintext, recipient }: SealedExample) =>
  hash('sha256', Buffer.concat([plaintext, recipient.point]), 'buffer');

describe('The byte examples for authors of wallets', () => {
  it('docs/reference/byte-examples.md is current (npm run docs)', async () => {
    expect(page).toBe(await bytesPage());
  });

  it('the annotated bytes, joined, are the values', () => {
    const values = [made.chain[0]!, made.code.signature, made.credential.plaintext, made.authKey.plaintext];
    const hex = [...values, made.mso.plaintext, made.itemBytes].map((bytes) =>
      Buffer.from(bytes).toString('hex'),
    );
    expect(blocks()).toEqual(expect.arrayContaining(hex));
  });

  it('the attestation chain verifies with the nonce and leads to the credential key', () => {
    const { credentialKey, identityCredentialKey } = verifyKeyAttestation(made.chain, {
      anchors: anchorsFromPem(SANDBOX_ROOT_CERTIFICATE),
      now: NOW,
      challenges: [Buffer.from(NONCE)],
      applications: [{ package: 'com.example.wallet' }],
      requireIdentityCredentialKey: true,
    });
    expect(Buffer.from(credentialKey)).toEqual(Buffer.from(KEYS['credential key'].point));
    expect(identityCredentialKey).toBe(true);
  });

  it.each(['code', 'credential', 'proof', 'authKey', 'mso'] as const)(
    'the encrypted value of %s opens with the key of its recipient',
    (name) => {
      expect(Buffer.from(opened(made[name]))).toEqual(Buffer.from(made[name].plaintext));
    },
  );

  it.each(['code', 'proof', 'authKey'] as const)('the device signed %s for its recipient', (name) => {
    const expected = {
      docTypes: [DOC_TYPE],
      challenges: [boundHash(made[name])],
      credentialKey: publicKeyOf('credential key'),
    };
    verifyProofOfOwnership(made[name].signature, expected);
    const other = { ...expected, challenges: [new Uint8Array(32)] };
    expect(() => verifyProofOfOwnership(made[name].signature, other)).toThrow();
  });

  it.each(['credential', 'mso'] as const)('the issuer signed %s for the device', (name) => {
    const sign1 = decodeCoseSign1(made[name].signature);
    expect(Buffer.from(sign1.payload!)).toEqual(boundHash(made[name]));
    expect(verifyCoseSign1(sign1, publicKeyOf('issuer identity key'))).toBe(true);
  });

  it('the authentication key is bound to the proof of provisioning', () => {
    const credentialKey = publicKeyOf('credential key');
    const { popSha256 } = openProofOfProvisioning(made.proof.plaintext, credentialKey);
    const { popSha256: bound, point } = verifyAuthenticationKeyCertificate(
      made.authKey.plaintext,
      credentialKey,
    );
    expect(bound).toEqual(popSha256);
    expect(Buffer.from(point)).toEqual(Buffer.from(KEYS['authentication key'].point));
  });

  it('a reader accepts the mobile security object with the values, under the root of the issuer', () => {
    const options = { now: NOW, docType: DOC_TYPE, trustedRoots: [made.certificates.iaca] };
    const { checks } = verifyIssuerSigned(made.stored, options);
    expect(checks.filter(({ status }) => status !== 'passed')).toEqual([]);
    const digests = made.stored.issuerAuth.mobileSecurityObject.valueDigests.get(NAMESPACE)!;
    expect([...digests.values()].map((digest) => Buffer.from(digest).toString('hex'))).toContain(
      made.itemDigest.toString('hex'),
    );
  });
});
