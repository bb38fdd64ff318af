import { type CborValue, Float, Tagged } from '../../formats/cbor/index.ts';
import type { ProofingStatus, ResponseOf } from '../../issuer/contract/index.ts';

/** A CBOR value as JSON: bytes in base64, tags left out. */
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

/** Longest value that people are shown whole. */
const SHOWN = 60;

/** A CBOR value for people: bytes by their number only, long ones cut off. */
export function describeValue(value: CborValue): string {
  if (value instanceof Tagged) return describeValue(value.value);
  if (value instanceof Uint8Array) return `<${value.length} bytes>`;
  const text = typeof value === 'string' ? value : JSON.stringify(toJson(value));
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text;
}

/** The member that is set, and what it says. */
export function describeProofing(status: ProofingStatus): string {
  const [name = 'without a status', detail = {}] = Object.entries(status)[0] ?? [];
  return Object.keys(detail).length === 0 ? name : `${name} ${JSON.stringify(detail)}`;
}

export function describeCredential({ credentialStatus }: ResponseOf<'getCredentialStatus'>): string {
  const { userActionRequired, ...states } = credentialStatus;
  const state = Object.keys(states)[0] ?? 'without a status';
  return userActionRequired ? `${state}, user action required ${JSON.stringify(userActionRequired)}` : state;
}
