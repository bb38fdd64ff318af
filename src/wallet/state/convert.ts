import { type DeviceKey, deviceKeyFromScalar } from '../device/device-key.ts';
import type { AuthKey, DeviceState } from '../device/device-state.ts';
import type { DeviceJson, KeyJson } from './shape.ts';

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

function bytes(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

function keyToJson({ privateKey }: DeviceKey): KeyJson {
  const { x, y, d } = privateKey.export({ format: 'jwk' });
  return { kty: 'EC', crv: 'P-256', x: x!, y: y!, d: d! };
}

/** The runtime would not notice that the parts of a key do not belong together. */
function keyFromJson(json: KeyJson): DeviceKey {
  const key = deviceKeyFromScalar(Buffer.from(json.d, 'base64url'));
  const { x, y } = keyToJson(key);
  if (x !== json.x || y !== json.y) throw new Error('public and private key do not belong together');
  return key;
}

type AuthKeyJson = DeviceJson['authKeys'][number];

function authKeyToJson({ key, certificate, certified }: AuthKey): AuthKeyJson {
  const json = { key: keyToJson(key), certificate: text(certificate) };
  return certified
    ? { ...json, certified: { ...certified, staticAuthData: text(certified.staticAuthData) } }
    : json;
}

function authKeyFromJson({ key, certificate, certified }: AuthKeyJson): AuthKey {
  const authKey = { key: keyFromJson(key), certificate: bytes(certificate) };
  return certified
    ? { ...authKey, certified: { ...certified, staticAuthData: bytes(certified.staticAuthData) } }
    : authKey;
}

export function deviceToJson({ identity, credential, authKeys, ...rest }: DeviceState): DeviceJson {
  return {
    ...rest,
    ...(identity && {
      identity: { ...identity, key: keyToJson(identity.key), chain: identity.chain.map(text) },
    }),
    ...(credential && { credential: { ...credential, bytes: text(credential.bytes) } }),
    authKeys: authKeys.map(authKeyToJson),
  };
}

/** Throws an Error for a key that cannot be one. */
export function deviceFromJson({ identity, credential, authKeys, ...rest }: DeviceJson): DeviceState {
  return {
    ...rest,
    ...(identity && {
      identity: { ...identity, key: keyFromJson(identity.key), chain: identity.chain.map(bytes) },
    }),
    ...(credential && { credential: { ...credential, bytes: bytes(credential.bytes) } }),
    authKeys: authKeys.map(authKeyFromJson),
  } as DeviceState;
}
