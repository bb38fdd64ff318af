import { type CborReader, Encoded } from '../cbor/index.ts';
import { type FieldReader, read } from '../structure/index.ts';
import { decoder, ProofError } from './error.ts';

/** Entry of ProvisionedData. */
export interface ProvisionedElement {
  readonly identifier: string;
  /** Encoded CBOR, exactly as sent. */
  readonly value: Uint8Array;
  /** Ids of the profiles of which one must be satisfied; with none, nobody can read the element. */
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
  const { name, ...members } = decoder.map('ProvisionedData', reader, {
    required: { name: read.text, value: read.raw, accessControlProfiles: read.arrayOf(read.uint) },
  });
  return { identifier: name, ...members };
};
