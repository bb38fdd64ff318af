import { CborReader, Encoded, encodeInOrder } from '../../formats/cbor/index.ts';

/** An element of a holder's record. `value` is CBOR in shortest form: the bytes that are sent and digested. */
export interface RecordElement {
  readonly identifier: string;
  readonly value: Uint8Array;
}

export interface RecordNamespace {
  readonly name: string;
  readonly elements: readonly RecordElement[];
}

/** `{ + namespace => [ + [identifier, value] ] }`. Equal records have equal bytes. */
export function encodeRecord(namespaces: readonly RecordNamespace[]): Uint8Array {
  const entries = namespaces.map(({ name, elements }) => {
    const pairs = elements.map(({ identifier, value }) => [identifier, new Encoded(value)]);
    return [name, pairs] as const;
  });
  return encodeInOrder(new Map(entries));
}

function readElement(reader: CborReader): RecordElement {
  reader.array();
  return { identifier: reader.text(), value: reader.raw() };
}

/** Reads the output of `encodeRecord`; element values are views of `bytes`. */
export function decodeRecord(bytes: Uint8Array): readonly RecordNamespace[] {
  const reader = new CborReader(bytes);
  const namespaces: RecordNamespace[] = [];
  for (let left = reader.map(); left > 0; left -= 1) {
    const name = reader.text();
    const elements: RecordElement[] = [];
    for (let count = reader.array(); count > 0; count -= 1) elements.push(readElement(reader));
    namespaces.push({ name, elements });
  }
  reader.end();
  return namespaces;
}

/** Values in hex, for comparison, by `namespace/identifier`. */
function valuesOf(record: Uint8Array): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { name, elements } of decodeRecord(record)) {
    for (const { identifier, value } of elements) {
      values.set(`${name}/${identifier}`, Buffer.from(value).toString('hex'));
    }
  }
  return values;
}

/** The elements that were added, removed or changed, as `namespace/identifier`, in order. */
export function changedElements(before: Uint8Array, after: Uint8Array): readonly string[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => old.get(path) !== now.get(path))
    .sort();
}
