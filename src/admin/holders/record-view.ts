import { type CborValue, decode, Float, Tagged } from '../../formats/cbor/index.ts';
import { imageType } from '../../formats/image/index.ts';
import { decodeRecord } from '../../issuer/record/record.ts';
import type { ElementView, RecordView } from '../contract/holders/methods.ts';

const FULL_DATE = 1004;

/** Shows the length of bytes; images have their own addresses. */
function shown(value: CborValue): unknown {
  if (value instanceof Tagged) return shown(value.value);
  if (value instanceof Float) return value.value;
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) {
    const mediaType = imageType(value);
    return { bytes: value.length, ...(mediaType && { mediaType }) };
  }
  if (Array.isArray(value)) return value.map(shown);
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([name, one]) => [String(name), shown(one)]));
  return value ?? null;
}

function kindOf(value: CborValue): ElementView['kind'] {
  if (value instanceof Tagged) return value.tag === FULL_DATE ? 'date' : 'dateTime';
  if (value instanceof Uint8Array) return imageType(value) ? 'image' : 'bytes';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Map) return 'map';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' ? 'text' : 'number';
}

/** The elements of a record by namespace, as JSON. */
export function recordView(record: Uint8Array): RecordView {
  return decodeRecord(record).map(({ name, elements }) => ({
    name,
    elements: elements.map(({ identifier, value }) => {
      const decoded = decode(value);
      return { identifier, kind: kindOf(decoded), value: shown(decoded) };
    }),
  }));
}
