import { hash } from 'node:crypto';
import { ecdsaSignatureToDer, spkiFromPoint } from '../ec/index.ts';

/** Types of signatures in notes (C2SP signed-note). */
const TYPE = { ecdsa: 0x02, ed25519Cosignature: 0x04, mlDsaCosignature: 0x06 } as const;

export const ED25519_COSIGNATURE = TYPE.ed25519Cosignature;

/** Bytes of the public keys of witnesses. */
const KEY_BYTES: Readonly<Record<number, number>> = {
  [TYPE.ed25519Cosignature]: 32,
  [TYPE.mlDsaCosignature]: 1312,
};

/** The key of a witness (C2SP signed-note, verifier keys). */
export interface WitnessKey {
  /** `NAME+ID`, which identifies the key. */
  readonly id: string;
  readonly name: string;
  readonly type: number;
  readonly key: Uint8Array;
}

const VERIFIER_KEY = /^([^\s+]{1,200})\+([0-9a-f]{8})\+([A-Za-z0-9+/]{40,3000}={0,2})$/;

/** The first four bytes of the digest, by which signatures name their key. */
const keyId = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  hash('sha256', Buffer.concat(parts.map((part) => Buffer.from(part as string))), 'buffer').subarray(0, 4);

/** Undefined if the text is not the key of a witness. */
export function parseWitnessKey(text: string): WitnessKey | undefined {
  const [, name, id, material] = VERIFIER_KEY.exec(text) ?? [];
  if (name === undefined || material === undefined) return undefined;
  const bytes = Buffer.from(material, 'base64');
  const [type = 0, key] = [bytes[0], bytes.subarray(1)];
  if (KEY_BYTES[type] !== key.length) return undefined;
  if (keyId(`${name}\n`, Uint8Array.of(type), key).toString('hex') !== id) return undefined;
  return { id: `${name}+${id}`, name, type, key };
}

/** The verifier key of a log that signs with ECDSA. Its id is only of the key, unlike those of other types. */
export function ecdsaVerifierKey(name: string, point: Uint8Array): string {
  const spki = spkiFromPoint(point);
  const material = Buffer.concat([Uint8Array.of(TYPE.ecdsa), spki]).toString('base64');
  return `${name}+${keyId(spki).toString('hex')}+${material}`;
}

const line = (name: string, id: Uint8Array, signature: Uint8Array) =>
  `\u2014 ${name} ${Buffer.concat([id, signature]).toString('base64')}\n`;

/** The signature of a log under its checkpoint. `signature`: ECDSA with SHA-256, r ‖ s. */
export const ecdsaSignatureLine = (name: string, point: Uint8Array, signature: Uint8Array): string =>
  line(name, keyId(spkiFromPoint(point)), ecdsaSignatureToDer(signature));

const LINE = /^\u2014 ([^\s+]{1,200}) ([A-Za-z0-9+/]{8,7000}={0,2})$/;

/** The signatures that name this key. */
export function signaturesBy({ id, name }: WitnessKey, lines: string): readonly Buffer[] {
  return lines.split('\n').flatMap((text) => {
    const [, signer, encoded] = LINE.exec(text) ?? [];
    if (signer !== name || encoded === undefined) return [];
    const bytes = Buffer.from(encoded, 'base64');
    return `${name}+${bytes.subarray(0, 4).toString('hex')}` === id ? [bytes.subarray(4)] : [];
  });
}
