import { createPublicKey, type KeyObject, randomBytes, randomUUID, webcrypto } from 'node:crypto';
import type { X509Certificate } from '@peculiar/x509';
import { checkAttestation } from './attestation.ts';
import { openSign1 } from './cose.ts';
import { DOC_TYPE } from './doc-type.ts';
import { type DeviceEncryptionKey, fromBase64, openValue, sealer, sha256, type Wrapped } from './envelope.ts';
import type { IssuerKeys } from './keys.ts';
import {
  certificateText,
  certifiedKey,
  checkProofOfProvisioning,
  encodeCredential,
  type HolderRecord,
  issueMso,
  type Values,
  valuesForLibrary,
} from './mdoc.ts';
import { Refusal, require } from './refusal.ts';
import type { CredentialRow, Store } from './store.ts';

/** The members of all requests; each operation reads its own. */
export interface RequestBody {
  readonly clientMessage: string;
  readonly deviceReferenceId: string;
  readonly deviceIdentityCertificateChain: readonly string[];
  readonly proofingId: string;
  readonly evidence: readonly { readonly preAuthorizationCode?: Wrapped }[];
  readonly credentialId: string;
  readonly credentialVersionId: string;
  readonly deviceEncryptionKey?: DeviceEncryptionKey;
  readonly authKeys: readonly Wrapped[];
  readonly proofOfProvisioning?: Wrapped;
}

type Operation = (request: RequestBody) => object | Promise<object>;

interface Device {
  readonly spki: Buffer;
  readonly credentialKey: KeyObject;
  readonly docType: string;
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const newNonce = () => [...randomBytes(32)].map((byte) => ALPHANUMERIC[byte % ALPHANUMERIC.length]).join('');

export const newCodeText = (): string => randomBytes(12).toString('base64url');
export const codeHash = (code: string): Buffer => sha256(Buffer.from(code));

const webKey = (spki: Buffer) =>
  webcrypto.subtle.importKey('spki', new Uint8Array(spki), { name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'verify',
  ]);

/** The twelve operations. */
export function operations(store: Store, keys: IssuerKeys, attestationRoot: X509Certificate) {
  const deviceOf = ({ deviceReferenceId }: RequestBody): Device => {
    const spki = require(store.device(deviceReferenceId), 'invalidIdentifier', 'unknown deviceReferenceId');
    const credentialKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    return { spki, credentialKey, docType: DOC_TYPE };
  };
  const proofingOf = ({ proofingId, deviceReferenceId }: RequestBody) =>
    require(store.proofing(proofingId, deviceReferenceId), 'invalidIdentifier', 'unknown proofingId');
  const credentialOf = ({ credentialId, deviceReferenceId }: RequestBody): CredentialRow =>
    require(store.credential(credentialId, deviceReferenceId), 'invalidIdentifier', 'unknown credentialId');
  const recordOf = (holderId: string): HolderRecord =>
    JSON.parse(require(store.holderRecord(holderId), 'invalidState', 'no record'));

  async function msoFor(
    { encryptedData }: Wrapped,
    { values, device, popHash }: { values: Values; device: Device; popHash: Uint8Array },
    publicKey: webcrypto.CryptoKey,
  ) {
    const certificate = await openValue({ encryptedData: encryptedData! }, 'AuthKey', keys, device);
    const key = await certifiedKey(new Uint8Array(certificate), publicKey, popHash);
    const mso = await issueMso(values, key, keys);
    return { ...mso, keyHash: sha256(key.export({ format: 'der', type: 'spki' })) };
  }

  return {
    healthCheck: ({ clientMessage }) => ({ clientMessage }),
    getIdentityKey: () => ({ issuerIdentityCertificate: [certificateText(keys.identity.certificate)] }),
    getHybridEncryptionKey: () => ({
      issuerEncryptionCertificate: certificateText(keys.encryption.certificate),
    }),
    getDeviceRegistrationNonce({ deviceReferenceId }) {
      const nonce = newNonce();
      store.putNonce(deviceReferenceId, nonce);
      return { nonce };
    },
    async registerDevice({ deviceReferenceId, deviceIdentityCertificateChain }) {
      const nonce = require(store.nonce(deviceReferenceId), 'invalidState', 'no nonce was given out');
      const chain = deviceIdentityCertificateChain.map(fromBase64);
      const { spki } = await checkAttestation(chain, nonce, attestationRoot);
      store.putDevice(deviceReferenceId, spki);
      return {};
    },
    async proofUser(request) {
      const code = request.evidence.find(({ preAuthorizationCode }) => preAuthorizationCode);
      const wrapped = require(code?.preAuthorizationCode, 'missingRequiredField', 'evidence');
      const text = Buffer.from(await openValue(wrapped, 'PreAuthorizationCode', keys, deviceOf(request)));
      store.newProofing(request.proofingId, request.deviceReferenceId, codeHash(text.toString('utf8')));
      return { proofingId: request.proofingId };
    },
    getProofingStatus: (request) => ({ proofingStatus: { [proofingOf(request).state]: {} } }),
    cancelProofing(request) {
      const { id, state } = proofingOf(request);
      if (state !== 'pending' && state !== 'canceled') throw new Refusal('invalidState', `it is ${state}`);
      store.setProofing(id, 'canceled');
      return {};
    },
    async provisionCredential(request) {
      const device = deviceOf(request);
      const { state, holder_id } = proofingOf(request);
      if (state !== 'accepted' || holder_id === null) {
        throw new Refusal('invalidIdentifier', 'the proofing is not accepted');
      }
      const seal = await sealer(request.deviceEncryptionKey, keys, device);
      const { credentialId, deviceReferenceId } = request;
      const found = store.credential(credentialId, deviceReferenceId);
      const credentialVersionId = found?.version_id ?? randomUUID();
      const bytes = encodeCredential(recordOf(holder_id));
      const credential = await seal(bytes, 'Credential');
      if (!found) store.newCredential(credentialId, deviceReferenceId, holder_id, credentialVersionId);
      return { credential, credentialVersionId };
    },
    async provisionMobileSecurityObjects(request) {
      const device = deviceOf(request);
      const credential = credentialOf(request);
      const { authKeys, proofOfProvisioning } = request;
      const isHolding = credential.state === 'active' || proofOfProvisioning !== undefined;
      if (credential.state === 'deleted' || !isHolding) throw new Refusal('invalidState', 'not active');
      if (credential.version_id !== request.credentialVersionId) {
        throw new Refusal('invalidState', 'not the newest version');
      }
      const seal = await sealer(request.deviceEncryptionKey, keys, device);
      const record = recordOf(credential.holder_id);
      let popHash = credential.pop_hash;
      if (proofOfProvisioning) {
        const signed = await openValue(proofOfProvisioning, 'ProofOfProvisioning', keys, device);
        const payload = openSign1(signed, device.credentialKey);
        popHash = checkProofOfProvisioning(payload, encodeCredential(record));
      }
      const about = {
        values: valuesForLibrary(record),
        device,
        popHash: require(popHash, 'invalidState', 'no proof'),
      };
      const publicKey = await webKey(device.spki);
      const msos = await Promise.all(authKeys.map((wrapped) => msoFor(wrapped, about, publicKey)));
      const mobileSecurityObjects = await Promise.all(
        msos.map(async ({ bytes, expiresAt }) => ({
          ...(await seal(bytes, 'MobileSecurityObject')),
          expirationTimeMillis: String(expiresAt),
        })),
      );
      store.keepMsos(credential.id, about.popHash, msos);
      return { mobileSecurityObjects };
    },
    getCredentialStatus(request) {
      const { state, version_id } = credentialOf(request);
      return { credentialStatus: { [state]: {} }, credentialVersionId: version_id };
    },
    notifyCredentialDeleted(request) {
      const { id, pop_hash } = credentialOf(request);
      store.setCredential(id, 'deleted', pop_hash);
      return {};
    },
  } satisfies Record<string, Operation>;
}
