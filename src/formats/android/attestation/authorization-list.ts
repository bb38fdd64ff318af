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
  readAttestationApplicationId,
} from './attestation-application-id.ts';
import {
  AUTHORIZATION_TAGS,
  type AuthorizationKind,
  type AuthorizationName,
  type NamesOfKind,
} from './authorization-tags.ts';
import { encodeRootOfTrust, type RootOfTrust, readRootOfTrust } from './root-of-trust.ts';

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

/** Authorizations by name; dates are milliseconds, flags are present or not. */
export type Authorizations = Of<'integer'> &
  Of<'uint64'> &
  Of<'integerSet'> &
  Of<'flag'> &
  Of<'octets'> &
  Of<'rootOfTrust'> &
  Of<'applicationId'>;

export interface AuthorizationList extends Authorizations {
  /** Authorizations this reader has no name for: DER of the value by tag number. */
  readonly unknown?: ReadonlyMap<number, Uint8Array>;
  /** Whether the tags stood in ascending order; some devices write them otherwise. */
  readonly areTagsOrdered?: boolean;
}

type Value = Authorizations[AuthorizationName];

const READERS: Readonly<Record<AuthorizationKind, (inner: DerReader) => NonNullable<Value>>> = {
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
  readonly read: (inner: DerReader) => NonNullable<Value>;
}

const KNOWN: ReadonlyMap<number, Entry> = new Map(
  AUTHORIZATION_TAGS.map(([tag, name, kind]) => [tag, { name, read: READERS[kind] }]),
);

/** Reads a list whatever the order of its tags; the same tag twice is refused. Throws {@link DerError}. */
export function readAuthorizationList(reader: DerReader): AuthorizationList {
  const list = reader.sequence();
  const values: Partial<Record<AuthorizationName, Value>> = {};
  const unknown = new Map<number, Uint8Array>();
  const seen = new Set<number>();
  let previous = -1;
  let areTagsOrdered = true;
  while (!list.done) {
    const at = list.offset;
    const tag = list.peek();
    const number = tagNumber(tag);
    if (!isContextTag(tag)) throw new DerError('unexpectedTag', at, 'authorization without context tag');
    if (seen.has(number)) throw new DerError('duplicateTag', at, 'authorization stands twice');
    if (seen.size === MAX_AUTHORIZATIONS) throw new DerError('tooManyItems', at, 'too many authorizations');
    seen.add(number);
    areTagsOrdered &&= number > previous;
    previous = number;
    const inner = list.enter(contextConstructed(number));
    const entry = KNOWN.get(number);
    if (entry === undefined) unknown.set(number, inner.wellFormedElement());
    else values[entry.name] = entry.read(inner);
    inner.end();
  }
  return { ...(values as Authorizations), unknown, areTagsOrdered };
}

function readIntegerSet(inner: DerReader): readonly number[] {
  const set = inner.set();
  const values: number[] = [];
  while (!set.done) values.push(set.smallInteger());
  return values;
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
