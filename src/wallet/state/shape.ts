import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';

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
export type KeyJson = Static<typeof Key>;

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
export type DeviceJson = Static<typeof Device>;

export const FORMAT = 'diptych-wallet';
export const VERSION = 1;

/** What every version of the file has. */
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
