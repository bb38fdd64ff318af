import {
  contextConstructed,
  DerError,
  type DerReader,
  derWriter,
  isContextTag,
  tagNumber,
} from '../../der/index.ts';
import {
  type AttestationApplicationId,
  encodeAttestationApplicationId,
  encodeRootOfTrust,
  type RootOfTrust,
  readAttestationApplicationId,
  readRootOfTrust,
  readSet,
} from './application-and-boot.ts';

/** Wire type of an authorization: the ASN.1 type inside its EXPLICIT tag. `uint64` is an INTEGER kept as bigint. */
type AuthorizationKind =
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

type AuthorizationName = Row[1];

/** The names of the authorizations whose values have this wire type. */
type NamesOfKind<K extends AuthorizationKind> = Extract<Row, readonly [number, string, K]>[1];

const MAX_AUTHORIZATIONS = 128;

/** The values of each kind. */
interface Kinds {
  readonly integer: number;
  readonly uint64: bigint;
  readonly integerSet: readonly number[];
  readonly flag: true;
  readonly octets: Uint8Array;
  readonly rootOfTrust: RootOfTrust;
  readonly applicationId: AttestationApplicationId;
}

type Of<K extends AuthorizationKind> = { readonly [name in NamesOfKind<K>]?: Kinds[K] };

/** Authorizations by name. Dates are in milliseconds; a flag is either present or absent. */
export type Authorizations = Of<'integer'> &
  Of<'uint64'> &
  Of<'integerSet'> &
  Of<'flag'> &
  Of<'octets'> &
  Of<'rootOfTrust'> &
  Of<'applicationId'>;

export interface AuthorizationList extends Authorizations {
  /** Unknown authorizations: DER of the value, by tag number. */
  readonly unknown?: ReadonlyMap<number, Uint8Array>;
  /** Whether the tags were in ascending order, which some devices do not ensure. */
  readonly areTagsOrdered?: boolean;
}

type Value = Authorizations[AuthorizationName];

/** `before` has the values of an earlier set with the same tag. */
type ReadValue = (inner: DerReader, before?: readonly number[]) => NonNullable<Value>;

const READERS: Readonly<Record<AuthorizationKind, ReadValue>> = {
  integer: (inner) => inner.smallInteger(),
  uint64: (inner) => inner.integer(),
  integerSet: readIntegerSet,
  flag: readFlag,
  octets: (inner) => inner.octetString(),
  rootOfTrust: readRootOfTrust,
  applicationId: readAttestationApplicationId,
};

type Writers = { readonly [Kind in AuthorizationKind]: (value: Kinds[Kind]) => Uint8Array };

const WRITERS: Writers = {
  integer: (value) => derWriter.integer(value),
  uint64: (value) => derWriter.integer(value),
  integerSet: (value) => derWriter.setOf(...value.map(derWriter.integer)),
  flag: () => derWriter.nullValue(),
  octets: (value) => derWriter.octetString(value),
  rootOfTrust: encodeRootOfTrust,
  applicationId: encodeAttestationApplicationId,
};

function written<Kind extends AuthorizationKind>(kind: Kind, value: Kinds[Kind]): Uint8Array {
  return WRITERS[kind](value);
}

interface Entry {
  readonly name: AuthorizationName;
  readonly kind: AuthorizationKind;
}

const KNOWN: ReadonlyMap<number, Entry> = new Map(
  AUTHORIZATION_TAGS.map(([tag, name, kind]) => [tag, { name, kind }]),
);

/**
 * Reads a list in any order of tags. A set that is repeated, as some phones write it, is the union of its parts; any other tag
 * that is repeated is refused. Throws {@link DerError}.
 */
export function readAuthorizationList(reader: DerReader): AuthorizationList {
  const list = reader.sequence();
  const values: Partial<Record<AuthorizationName, Value>> = {};
  const unknown = new Map<number, Uint8Array>();
  let count = 0;
  let previous = -1;
  let areTagsOrdered = true;
  while (!list.done) {
    const at = list.offset;
    const tag = list.peek();
    const number = tagNumber(tag);
    if (!isContextTag(tag)) throw new DerError('unexpectedTag', at, 'authorization without context tag');
    const entry = KNOWN.get(number);
    const before = entry ? values[entry.name] : unknown.get(number);
    if (before !== undefined && entry?.kind !== 'integerSet')
      throw new DerError('duplicateTag', at, 'authorization stands twice');
    if (++count > MAX_AUTHORIZATIONS) throw new DerError('tooManyItems', at, 'too many authorizations');
    areTagsOrdered &&= number > previous;
    previous = number;
    const inner = list.enter(contextConstructed(number));
    if (entry === undefined) unknown.set(number, inner.wellFormedElement());
    else values[entry.name] = READERS[entry.kind](inner, before as readonly number[] | undefined);
    inner.end();
  }
  return { ...(values as Authorizations), unknown, areTagsOrdered };
}

function readIntegerSet(inner: DerReader, before: readonly number[] = []): readonly number[] {
  return [...new Set([...before, ...readSet(inner.set(), (set) => set.smallInteger())])];
}

function readFlag(inner: DerReader): true {
  inner.null();
  return true;
}

/** DER of a list, tags ascending. */
export function encodeAuthorizationList({
  unknown,
  areTagsOrdered: _,
  ...values
}: AuthorizationList): Uint8Array {
  const entries: [number, Uint8Array][] = [...(unknown ?? [])];
  for (const [tag, name, kind] of AUTHORIZATION_TAGS) {
    const value = values[name];
    if (value !== undefined) entries.push([tag, written(kind, value)]);
  }
  entries.sort(([a], [b]) => a - b);
  return derWriter.sequence(...entries.map(([tag, value]) => derWriter.explicit(tag, value)));
}
