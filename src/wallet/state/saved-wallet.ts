import { type DeviceKey, deviceKeyFromScalar } from '../device/device-key.ts';
import type {
  AuthKey,
  DeviceIdentity,
  DeviceProofing,
  DeviceState,
  StoredCredential,
} from '../device/device-state.ts';
import { list, Malformed, object, oneOf, optional, type Read, text, where } from './read.ts';

export const FORMAT = 'diptych-wallet';
export const VERSION = 1;

/** A device and the issuer that it belongs to. */
export interface Wallet {
  readonly issuer: { readonly baseUrl: string; readonly issuerId: string };
  readonly device: DeviceState;
}

/** Private key on P-256 (RFC 7518 6.2). */
interface KeyJson {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly d: string;
}

export const base64 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

export function keyToJson({ privateKey }: DeviceKey): KeyJson {
  const { x, y, d } = privateKey.export({ format: 'jwk' });
  return { kty: 'EC', crv: 'P-256', x: x!, y: y!, d: d! };
}

const COORDINATE = text(/^[A-Za-z0-9_-]{43}$/);
const KEY = object<KeyJson>({
  kty: oneOf('EC'),
  crv: oneOf('P-256'),
  x: COORDINATE,
  y: COORDINATE,
  d: COORDINATE,
});

/** Checks that the private and the public part of a key belong together, which Node does not check. */
export const readKey: Read<DeviceKey> = (value, at) => {
  const { d, x, y } = KEY(value, at);
  let key: DeviceKey;
  try {
    key = deviceKeyFromScalar(Buffer.from(d, 'base64url'));
  } catch {
    throw new Malformed(at);
  }
  const made = keyToJson(key);
  if (made.x !== x || made.y !== y) throw new Malformed(at);
  return key;
};

const BASE64 = text(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/);
export const readBytes: Read<Uint8Array> = (value, at) =>
  new Uint8Array(Buffer.from(BASE64(value, at), 'base64'));

export const ID = text(/^.{1,256}$/su);
const FLAG = oneOf(true, false);
const PROFILE = oneOf('hardware', 'keystore');
export const TIME = where((value): value is number => Number.isSafeInteger(value) && (value as number) >= 0);

const readDevice = object<DeviceState>({
  deviceReferenceId: ID,
  docType: ID,
  profile: PROFILE,
  dialect: PROFILE,
  nonce: optional(text(/^.{0,32}$/su)),
  identity: optional(object<DeviceIdentity>({ key: readKey, chain: list(readBytes), registered: FLAG })),
  proofing: optional(
    object<DeviceProofing>({ proofingId: ID, unacknowledged: optional(text(/^[0-9a-f]{64}$/)) }),
  ),
  credentialId: optional(ID),
  credential: optional(object<StoredCredential>({ versionId: ID, bytes: readBytes, proved: FLAG })),
  authKeys: list(
    object<AuthKey>({
      key: readKey,
      certificate: readBytes,
      certified: optional(
        object<NonNullable<AuthKey['certified']>>({ staticAuthData: readBytes, expiresAt: TIME }),
      ),
    }),
  ),
  deletedCredentialId: optional(ID),
});

/** @throws Malformed */
export const readSavedWallet = object<{ readonly format: string; readonly version: number } & Wallet>({
  format: oneOf(FORMAT),
  version: oneOf(VERSION),
  issuer: object<Wallet['issuer']>({ baseUrl: text(/./su), issuerId: ID }),
  device: readDevice,
});

function authKeyToJson({ key, certificate, certified }: AuthKey) {
  return {
    key: keyToJson(key),
    certificate: base64(certificate),
    ...(certified && { certified: { ...certified, staticAuthData: base64(certified.staticAuthData) } }),
  };
}

export function deviceToJson({ identity, credential, authKeys, ...rest }: DeviceState) {
  return {
    ...rest,
    ...(identity && {
      identity: { ...identity, key: keyToJson(identity.key), chain: identity.chain.map(base64) },
    }),
    ...(credential && { credential: { ...credential, bytes: base64(credential.bytes) } }),
    authKeys: authKeys.map(authKeyToJson),
  };
}
