import { decodeProvisionedCredential } from '../../formats/android/index.ts';
import { type CborValue, Float, Tagged } from '../../formats/cbor/index.ts';
import type { DeviceState } from '../../wallet/index.ts';
import { UsageError } from '../cli-errors.ts';

/** A CBOR value as JSON: bytes in base64, without tags. */
export function toJson(value: CborValue): unknown {
  if (value instanceof Tagged) return toJson(value.value);
  if (value instanceof Float) return value.value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, member]) => [String(key), toJson(member)]));
  }
  return value ?? null;
}

/** Longer values are cut in text output. */
const SHOWN = 60;

/** A CBOR value as text: shows only the length of bytes, and cuts long values. */
export function describeValue(value: CborValue): string {
  if (value instanceof Tagged) return describeValue(value.value);
  if (value instanceof Uint8Array) return `<${value.length} bytes>`;
  const text = typeof value === 'string' ? value : JSON.stringify(toJson(value));
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text;
}

/** The names and encoded values of a credential. */
export interface DescribedCredential {
  readonly namespaces: readonly {
    readonly name: string;
    readonly elements: readonly { readonly identifier: string; readonly value: Uint8Array }[];
  }[];
}

/** @throws UsageError if the phone has no credential */
export function heldCredential({ credential }: DeviceState): DescribedCredential {
  if (credential) return decodeProvisionedCredential(credential.bytes);
  throw new UsageError('the phone holds no credential yet: run `diptych wallet provision` first');
}

/**
 * Elements by namespace, from `identifier` or `namespace/identifier` separated by commas. A bare identifier
 * is searched in the namespaces of the credential. An unknown one goes into the first namespace.
 */
export function docRequestOf(text: string, { namespaces }: DescribedCredential): Record<string, string[]> {
  const request = new Map<string, string[]>();
  for (const name of text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const slash = name.lastIndexOf('/');
    const identifier = name.slice(slash + 1);
    const holds = ({ elements }: (typeof namespaces)[number]) =>
      elements.some((element) => element.identifier === identifier);
    const namespace = slash > 0 ? name.slice(0, slash) : (namespaces.find(holds) ?? namespaces[0])?.name;
    if (namespace === undefined || identifier === '')
      throw new UsageError('--elements takes names separated by commas');
    request.set(namespace, [...(request.get(namespace) ?? []), identifier]);
  }
  if (request.size === 0) throw new UsageError('--elements takes names separated by commas');
  return Object.fromEntries(request);
}
