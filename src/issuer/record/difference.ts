import { decodeRecord } from './record.ts';

/** Values by `namespace/identifier`; hex, so that equal bytes are equal. */
function valuesOf(record: Uint8Array): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { name, elements } of decodeRecord(record)) {
    for (const { identifier, value } of elements) {
      values.set(`${name}/${identifier}`, Buffer.from(value).toString('hex'));
    }
  }
  return values;
}

/** Which elements were added, removed or got another value: `namespace/identifier`, in order, without values. */
export function changedElements(before: Uint8Array, after: Uint8Array): readonly string[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => old.get(path) !== now.get(path))
    .sort();
}
