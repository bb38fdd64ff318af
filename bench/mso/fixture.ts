import type { KeyObject } from 'node:crypto';
import { makeAuthenticationKeyCertificate } from '../../src/formats/android/index.ts';
import { type RawSigner, rawSignerFromPrivateKey } from '../../src/formats/cose/index.ts';
import type { MsoTemplateSpec, ValidityInfo } from '../../src/formats/mdoc/index.ts';
import { newTestIssuer, newTestKey, type TestKey } from '../../test/support/formats/test-issuer.ts';
import { DOC_TYPE, NAMESPACES } from './document.ts';

const DAY = 86_400_000;
export const NOW = Date.UTC(2026, 10, 20, 12);
const TODAY = Date.UTC(2026, 10, 20);

export const VALIDITY: Required<ValidityInfo> = {
  signed: TODAY,
  validFrom: TODAY,
  validUntil: TODAY + 30 * DAY,
  expectedUpdate: TODAY + 20 * DAY,
};

/** Validity dates in the form that other libraries accept. */
export const VALIDITY_DATES = {
  signed: new Date(VALIDITY.signed),
  validFrom: new Date(VALIDITY.validFrom),
  validUntil: new Date(VALIDITY.validUntil),
  expectedUpdate: new Date(VALIDITY.expectedUpdate),
};

/** An authentication key of the device, for which an MSO is made. */
export interface DeviceKey {
  readonly point: Uint8Array;
  readonly jwk: Readonly<Record<'kty' | 'crv' | 'x' | 'y', string>>;
  /** The certificate of the key, signed by the credential key, as the device sends it. */
  readonly certificate: Uint8Array;
}

export interface Fixture {
  readonly spec: MsoTemplateSpec;
  readonly root: Uint8Array;
  readonly documentSigner: {
    readonly key: TestKey;
    readonly certificate: Uint8Array;
    readonly sign: RawSigner;
  };
  /** The identity key, which signs envelopes. */
  readonly identity: TestKey & { readonly sign: RawSigner };
  /** The credential key, which signs the certificates of the device's authentication keys. */
  readonly credentialKey: TestKey;
  readonly popSha256: Uint8Array;
  /** The key to which the issuer encrypts envelopes for the device. */
  readonly deviceEncryptionKey: TestKey;
  /** The key to which the device encrypts envelopes for the issuer. */
  readonly issuerEncryptionKey: TestKey;
  readonly deviceKeys: readonly DeviceKey[];
}

/** Number of authentication keys in one request. */
const DEVICE_KEYS = 10;

function jwkOf(publicKey: KeyObject): DeviceKey['jwk'] {
  const { x, y } = publicKey.export({ format: 'jwk' });
  return { kty: 'EC', crv: 'P-256', x: x as string, y: y as string };
}

async function deviceKey(credentialKey: TestKey, popSha256: Uint8Array): Promise<DeviceKey> {
  const { point, publicKey } = newTestKey();
  const spec = { point, notBefore: TODAY, popSha256 };
  const certificate = await makeAuthenticationKeyCertificate(spec, credentialKey.sign);
  return { point, jwk: jwkOf(publicKey), certificate };
}

export async function makeFixture(): Promise<Fixture> {
  const { key, root, documentSigner: certificate } = await newTestIssuer();
  const [identity, credentialKey] = [newTestKey(), newTestKey()];
  const popSha256 = new Uint8Array(32).fill(0x5a);
  const deviceKeys = Array.from({ length: DEVICE_KEYS }, () => deviceKey(credentialKey, popSha256));
  return {
    spec: { docType: DOC_TYPE, namespaces: NAMESPACES, documentSignerCertificates: [certificate] },
    root,
    documentSigner: { key, certificate, sign: rawSignerFromPrivateKey(key.privateKey) },
    identity: { ...identity, sign: rawSignerFromPrivateKey(identity.privateKey) as TestKey['sign'] },
    credentialKey,
    popSha256,
    deviceEncryptionKey: newTestKey(),
    issuerEncryptionKey: newTestKey(),
    deviceKeys: await Promise.all(deviceKeys),
  };
}
