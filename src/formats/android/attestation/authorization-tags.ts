/** Wire type of an authorization: the ASN.1 type inside its EXPLICIT tag. `uint64` is an INTEGER kept as bigint. */
export type AuthorizationKind =
  | 'integer'
  | 'uint64'
  | 'integerSet'
  | 'flag'
  | 'octets'
  | 'rootOfTrust'
  | 'applicationId';

/** Authorizations by tag number, ascending (AOSP KeyCreationResult.aidl, Tag.aidl; older ones from Keymaster 1 to 4). */
export const AUTHORIZATION_TAGS = [
  [1, 'purpose', 'integerSet'],
  [2, 'algorithm', 'integer'],
  [3, 'keySize', 'integer'],
  [4, 'blockMode', 'integerSet'],
  [5, 'digest', 'integerSet'],
  [6, 'padding', 'integerSet'],
  [7, 'callerNonce', 'flag'],
  [8, 'minMacLength', 'integer'],
  [10, 'ecCurve', 'integer'],
  [200, 'rsaPublicExponent', 'uint64'],
  [203, 'mgfDigest', 'integerSet'],
  [303, 'rollbackResistance', 'flag'],
  [305, 'earlyBootOnly', 'flag'],
  [400, 'activeDateTime', 'uint64'],
  [401, 'originationExpireDateTime', 'uint64'],
  [402, 'usageExpireDateTime', 'uint64'],
  [405, 'usageCountLimit', 'integer'],
  [502, 'userSecureId', 'uint64'],
  [503, 'noAuthRequired', 'flag'],
  [504, 'userAuthType', 'integer'],
  [505, 'authTimeout', 'integer'],
  [506, 'allowWhileOnBody', 'flag'],
  [507, 'trustedUserPresenceRequired', 'flag'],
  [508, 'trustedConfirmationRequired', 'flag'],
  [509, 'unlockedDeviceRequired', 'flag'],
  [600, 'allApplications', 'flag'],
  [601, 'applicationId', 'octets'],
  [701, 'creationDateTime', 'uint64'],
  [702, 'origin', 'integer'],
  [703, 'rollbackResistant', 'flag'],
  [704, 'rootOfTrust', 'rootOfTrust'],
  [705, 'osVersion', 'integer'],
  [706, 'osPatchLevel', 'integer'],
  [709, 'attestationApplicationId', 'applicationId'],
  [710, 'attestationIdBrand', 'octets'],
  [711, 'attestationIdDevice', 'octets'],
  [712, 'attestationIdProduct', 'octets'],
  [713, 'attestationIdSerial', 'octets'],
  [714, 'attestationIdImei', 'octets'],
  [715, 'attestationIdMeid', 'octets'],
  [716, 'attestationIdManufacturer', 'octets'],
  [717, 'attestationIdModel', 'octets'],
  [718, 'vendorPatchLevel', 'integer'],
  [719, 'bootPatchLevel', 'integer'],
  [720, 'deviceUniqueAttestation', 'flag'],
  [721, 'identityCredentialKey', 'flag'],
  [723, 'attestationIdSecondImei', 'octets'],
  [724, 'moduleHash', 'octets'],
] as const satisfies readonly (readonly [tag: number, name: string, kind: AuthorizationKind])[];

type Row = (typeof AUTHORIZATION_TAGS)[number];

export type AuthorizationName = Row[1];

/** The names whose value is of this kind. */
export type NamesOfKind<K extends AuthorizationKind> = Extract<Row, readonly [number, string, K]>[1];
