import { type CborReader, Encoded, encodeInOrder } from '../cbor/index.ts';
import { ProofError } from '../errors.ts';
import {
  type FieldReader,
  hasRepeats,
  isName,
  isShortestCbor,
  proofDecoder,
  read,
} from '../structure/index.ts';
import {
  type AccessControlProfile,
  areProfileIds,
  profileMembers,
  readProfiles,
} from './access-control-profile.ts';

/** Entry of ProvisionedData. */
export interface ProvisionedElement {
  readonly identifier: string;
  /** Encoded CBOR, exactly as sent. */
  readonly value: Uint8Array;
  /** One of the profiles with these ids must be satisfied; without ids, the element cannot be read. */
  readonly accessControlProfiles: readonly number[];
}

export interface ProvisionedNamespace {
  readonly name: string;
  readonly elements: readonly ProvisionedElement[];
}

/** `{ * nameSpace => [ + { "name", "value", "accessControlProfiles" } ] }`, members in this order. */
export const provisionedDataMembers = (namespaces: readonly ProvisionedNamespace[]) =>
  new Map(
    namespaces.map(({ name, elements }) => [
      name,
      elements.map(({ identifier, value, accessControlProfiles }) => ({
        name: identifier,
        value: new Encoded(value),
        accessControlProfiles,
      })),
    ]),
  );

export const readProvisionedData: FieldReader<readonly ProvisionedNamespace[]> = (reader: CborReader) =>
  [...read.mapOf(read.text, read.arrayOf(readElement))(reader)].map(([name, elements]) => {
    if (elements.length === 0) throw new ProofError('malformed', 'ProvisionedData: a namespace is empty');
    return { name, elements };
  });

const readElement: FieldReader<ProvisionedElement> = (reader) => {
  const { name, ...members } = proofDecoder.map('ProvisionedData', reader, {
    required: { name: read.text, value: read.raw, accessControlProfiles: read.arrayOf(read.uint) },
  });
  return { identifier: name, ...members };
};

/** Limits of identity credential hardware (libeic). */
const MAX_NAMESPACES = 31;
const MAX_ELEMENTS = 255;
const MAX_VALUE_BYTES = 512 * 1024;

/** Refuses data that a device could not store or later prove. Throws ProofError `unencodable`. */
function checkProvisionedData(
  namespaces: readonly ProvisionedNamespace[],
  profiles: readonly AccessControlProfile[],
): void {
  const ids = profiles.map(({ id }) => id);
  if (!areProfileIds(ids)) throw unencodable('profile ids are not unique and below 32');
  if (profiles.some(({ userAuthentication: limit }) => limit && !isTimeout(limit.timeoutMillis))) {
    throw unencodable('a timeout is not a whole number of milliseconds');
  }
  if (namespaces.length === 0 || namespaces.length > MAX_NAMESPACES) {
    throw unencodable('between 1 and 31 namespaces are possible');
  }
  if (hasRepeats(namespaces.map(({ name }) => name))) throw unencodable('a namespace is repeated');
  for (const namespace of namespaces) checkNamespace(namespace, ids);
}

function checkNamespace({ name, elements }: ProvisionedNamespace, ids: readonly number[]): void {
  if (!isName(name)) throw unencodable('a namespace is empty or too long');
  if (elements.length === 0 || elements.length > MAX_ELEMENTS) {
    throw unencodable(`${name}: between 1 and 255 elements are possible`);
  }
  if (hasRepeats(elements.map(({ identifier }) => identifier))) {
    throw unencodable(`${name}: an element is repeated`);
  }
  for (const element of elements) checkElement(name, element, ids);
}

function checkElement(namespace: string, element: ProvisionedElement, ids: readonly number[]): void {
  const { identifier, value, accessControlProfiles } = element;
  if (!isName(identifier)) throw unencodable(`${namespace}: an element identifier is empty or too long`);
  if (value.length > MAX_VALUE_BYTES) throw unencodable(`${namespace}/${identifier}: the value is too long`);
  if (!isShortestCbor(value)) {
    throw unencodable(`${namespace}/${identifier}: the value is not CBOR in shortest form`);
  }
  if (hasRepeats(accessControlProfiles) || !accessControlProfiles.every((id) => ids.includes(id))) {
    throw unencodable(`${namespace}/${identifier}: a profile is unknown or repeated`);
  }
}

const isTimeout = (milliseconds: number): boolean => Number.isSafeInteger(milliseconds) && milliseconds >= 0;

const unencodable = (message: string): ProofError => new ProofError('unencodable', message);

/** The data that an issuer sends for a device to store: the bytes of Credential in the issuer interface. */
export interface ProvisionedCredential {
  readonly namespaces: readonly ProvisionedNamespace[];
  readonly accessControlProfiles: readonly AccessControlProfile[];
}

/** `{ "provisionedData", "accessControlProfiles" }`. Throws ProofError `unencodable`. */
export function encodeProvisionedCredential(credential: ProvisionedCredential): Uint8Array {
  const { namespaces, accessControlProfiles } = credential;
  checkProvisionedData(namespaces, accessControlProfiles);
  return encodeInOrder({
    provisionedData: provisionedDataMembers(namespaces),
    accessControlProfiles: accessControlProfiles.map((profile) => profileMembers(profile, 'hardware')),
  });
}

/** Throws ProofError `malformed`. Element values are views of `bytes`. */
export function decodeProvisionedCredential(bytes: Uint8Array): ProvisionedCredential {
  const { provisionedData, accessControlProfiles } = proofDecoder.item('Credential', bytes, (reader) =>
    proofDecoder.map('Credential', reader, {
      required: { provisionedData: readProvisionedData, accessControlProfiles: readProfiles },
    }),
  );
  return { namespaces: provisionedData, accessControlProfiles };
}
