import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type DeviceKey, deviceKeyFromScalar } from '../device/device-key.ts';
import type { AuthKey, DeviceState } from '../device/device-state.ts';

const strict = { additionalProperties: false };

const Bytes = Type.String({ pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' });
const Id = Type.String({ minLength: 1, maxLength: 256 });
const Coordinate = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' });
const Profile = Type.Union([Type.Literal('hardware'), Type.Literal('keystore')]);

/** Private key on P-256 (RFC 7518 6.2). */
const Key = Type.Object(
  { kty: Type.Literal('EC'), crv: Type.Literal('P-256'), x: Coordinate, y: Coordinate, d: Coordinate },
  strict,
);
type KeyJson = Static<typeof Key>;

const Device = Type.Object(
  {
    deviceReferenceId: Id,
    docType: Id,
    profile: Profile,
    dialect: Profile,
    nonce: Type.Optional(Type.String({ maxLength: 32 })),
    identity: Type.Optional(
      Type.Object({ key: Key, chain: Type.Array(Bytes), registered: Type.Boolean() }, strict),
    ),
    proofing: Type.Optional(
      Type.Object(
        { proofingId: Id, unacknowledged: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })) },
        strict,
      ),
    ),
    credentialId: Type.Optional(Id),
    credential: Type.Optional(Type.Object({ versionId: Id, bytes: Bytes, proved: Type.Boolean() }, strict)),
    authKeys: Type.Array(
      Type.Object(
        {
          key: Key,
          certificate: Bytes,
          certified: Type.Optional(
            Type.Object({ staticAuthData: Bytes, expiresAt: Type.Integer({ minimum: 0 }) }, strict),
          ),
        },
        strict,
      ),
    ),
    deletedCredentialId: Type.Optional(Id),
  },
  strict,
);
type DeviceJson = Static<typeof Device>;

export const FORMAT = 'diptych-wallet';
export const VERSION = 1;

/** The members that every version of the file has. */
export const AnyWalletFile = Compile(Type.Object({ format: Type.Literal(FORMAT), version: Type.Integer() }));

export const WalletFile = Compile(
  Type.Object(
    {
      format: Type.Literal(FORMAT),
      version: Type.Literal(VERSION),
      issuer: Type.Object({ baseUrl: Type.String({ minLength: 1 }), issuerId: Id }, strict),
      device: Device,
    },
    strict,
  ),
);

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

/** Checks that the private and the public part of a key belong together, which Node does not check. */
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

/** Throws an Error for an invalid key. */
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
