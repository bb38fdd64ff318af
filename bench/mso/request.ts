import { hash, randomFillSync } from 'node:crypto';
import { encodeProofOfOwnership, signProof } from '../../src/formats/android/index.ts';
import { sharedSecret, spkiFromPoint } from '../../src/formats/ec/index.ts';
import { P256_SHA256_AES256GCM, seal } from '../../src/formats/hpke/index.ts';
import { encodeBase64 } from '../../src/issuer/base64.ts';
import type { WrappedValue } from '../../src/issuer/contract/index.ts';
import type { IssuerDeps } from '../../src/issuer/deps.ts';
import type { RegisteredDevice } from '../../src/issuer/device/registered-device.ts';
import { DOCUMENT_TYPES } from '../../src/issuer/document-types/index.ts';
import { boundHash, hpkeContext } from '../../src/issuer/envelope/binding.ts';
import { type Recipient, wrapValue } from '../../src/issuer/envelope/seal.ts';
import type { Credential, IssuedMso } from '../../src/issuer/model/index.ts';
import { openAuthKeys } from '../../src/issuer/mso/auth-keys.ts';
import { issueMsos } from '../../src/issuer/mso/issue.ts';
import { issueDocument } from '../../src/issuer/record/document.ts';
import type { StatusEntries } from '../../src/issuer/status/list-entries.ts';
import type { Batch } from '../harness/measure.ts';
import { DOC_TYPE, NAMESPACES } from './document.ts';
import { type DeviceKey, type Fixture, NOW } from './fixture.ts';

type Deps = Pick<IssuerDeps, 'keys' | 'policy' | 'clock' | 'random'>;

const KEY_ID = '01';
const YEAR = 365 * 86_400_000;

interface Options {
  /** Base of the status lists, and what gives their entries. */
  readonly status?: { readonly uri: string; readonly entries: StatusEntries };
  /** Stores the MSOs of a request. */
  readonly keep?: (issued: readonly IssuedMso[]) => Promise<void>;
}

function depsOf({ documentSigner, identity, issuerEncryptionKey }: Fixture, { status }: Options): Deps {
  const { privateKey, point } = issuerEncryptionKey;
  const signer = {
    keyId: KEY_ID,
    root: '',
    certificates: [documentSigner.certificate],
    notBefore: NOW - YEAR,
    notAfter: NOW + YEAR,
    sign: documentSigner.sign,
  };
  const agree = (encapsulatedKey: Uint8Array) => sharedSecret(privateKey, encapsulatedKey);
  const keys: Partial<IssuerDeps['keys']> = {
    documentSigner: async () => signer,
    identitySigner: async () => identity.sign,
    decryptionKey: async () => ({ publicKey: point, spki: spkiFromPoint(point), agree }),
  };
  const policy: Partial<IssuerDeps['policy']> = {
    plaintext: true,
    documents: {
      standard: { decisions: 'automatic', msoValidityDays: 30, ...(status && { statusUri: status.uri }) },
      byType: new Map(),
    },
    hpkeContext: { mode: 'info', tolerant: false },
  };
  return {
    keys: keys as IssuerDeps['keys'],
    policy: policy as IssuerDeps['policy'],
    clock: () => NOW,
    random: randomFillSync,
  };
}

/** An authentication key as a device encrypts it: sealed to the issuer, with a proof of ownership over the hash. */
async function encrypted({ certificate }: DeviceKey, fixture: Fixture): Promise<WrappedValue> {
  const { point } = fixture.issuerEncryptionKey;
  const challenge = boundHash(certificate, point);
  const proof = encodeProofOfOwnership({ docType: DOC_TYPE, challenge, testCredential: false });
  const signature = await signProof(proof, fixture.credentialKey.sign);
  const context = hpkeContext('authKey', 'info');
  const sealed = seal(P256_SHA256_AES256GCM, point, { ...context, plaintext: certificate });
  return {
    encryptedData: {
      encryptedValue: encodeBase64(sealed.ciphertext),
      encapsulatedKey: encodeBase64(sealed.encapsulatedKey),
      signature: encodeBase64(signature),
      recipientKeyId: KEY_ID,
    },
  };
}

/** The issuer's work with the keys of one request between reading and writing: open, issue and seal each key. */
export async function requests(fixture: Fixture, recipient: Recipient, options: Options = {}) {
  const { deviceKeys, credentialKey, popSha256, identity } = fixture;
  const { status, keep } = options;
  const deps = depsOf(fixture, options);
  const documentType = DOCUMENT_TYPES.get(DOC_TYPE)!;
  const document = issueDocument(NAMESPACES, documentType);
  const device = {
    deviceReferenceId: 'device',
    revision: 1,
    registration: {
      credentialKey: credentialKey.point,
      leafHash: hash('sha256', credentialKey.point, 'buffer'),
      securityLevel: 'trustedEnvironment',
      identityCredentialKey: true,
      registeredAt: NOW,
    },
  } satisfies RegisteredDevice;
  const credential = { credentialId: 'credential', versionId: 'version' } as Credential;
  const expected = { docType: DOC_TYPE, proofOfProvisioningHash: popSha256 };
  const plainKeys = deviceKeys.map(({ certificate }) => ({ unencryptedValue: encodeBase64(certificate) }));
  const encryptedKeys = await Promise.all(deviceKeys.map((key) => encrypted(key, fixture)));
  const open = (values: readonly WrappedValue[]) => openAuthKeys(values, expected, device, deps);
  const answer = async (values: readonly WrappedValue[]) => {
    const issued = await issueMsos(credential, document, await open(values), {
      ...deps,
      statusEntries: status?.entries,
    });
    await keep?.(issued);
    const wrapped = [];
    for (const { staticAuthData } of issued) {
      wrapped.push(await wrapValue(staticAuthData, 'mobileSecurityObject', recipient, identity.sign));
    }
    return wrapped;
  };
  const makes = deviceKeys.length;
  return {
    openEncryptedKey: { makes, run: () => open(encryptedKeys) },
    requestPlainKeys: { makes, run: () => answer(plainKeys) },
    requestEncryptedKeys: { makes, run: () => answer(encryptedKeys) },
  } satisfies Record<string, Batch>;
}
