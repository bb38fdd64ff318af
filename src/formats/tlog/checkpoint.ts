import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { ED25519_COSIGNATURE, signaturesBy, type WitnessKey } from './note.ts';

/** The head of a log (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** The name of the log. */
  readonly origin: string;
  /** Number of leaves. */
  readonly size: number;
  /** Root of the Merkle tree, 32 bytes. */
  readonly root: Uint8Array;
}

/** What the log and its witnesses sign. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`;

const BODY = /^([^\n]{1,200})\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n\n/;

/** The checkpoint of a signed note and its signature lines; undefined if it is none. */
export function parseCheckpoint(
  note: string,
): { readonly checkpoint: Checkpoint; readonly signatures: string } | undefined {
  const [body, origin, size, root] = BODY.exec(note) ?? [];
  if (body === undefined || origin === undefined || root === undefined) return undefined;
  const checkpoint = { origin, size: Number(size), root: Buffer.from(root, 'base64') };
  return { checkpoint, signatures: note.slice(body.length) };
}

/** SubjectPublicKeyInfo up to the key (RFC 8410; RFC 9881). */
const SPKI_OF = {
  ed25519: '302a300506032b6570032100',
  mlDsa44: '30820532300b06096086480165030403110382052100',
} as const;

function publicKeyOf({ type, key }: WitnessKey): KeyObject {
  const prefix = type === ED25519_COSIGNATURE ? SPKI_OF.ed25519 : SPKI_OF.mlDsa44;
  return createPublicKey({
    key: Buffer.concat([Buffer.from(prefix, 'hex'), key]),
    format: 'der',
    type: 'spki',
  });
}

const uint64 = (value: number | bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};

const counted = (text: string) => {
  const bytes = Buffer.from(text, 'utf8');
  return Buffer.concat([Uint8Array.of(bytes.length), bytes]);
};

/** What a witness signs (C2SP tlog-cosignature). */
function cosignedMessage({ type, name }: WitnessKey, checkpoint: Checkpoint, seconds: bigint): Uint8Array {
  if (type === ED25519_COSIGNATURE)
    return Buffer.from(`cosignature/v1\ntime ${seconds}\n${checkpointText(checkpoint)}`, 'utf8');
  const { origin, size, root } = checkpoint;
  const label = Buffer.from('subtree/v1\n\0', 'latin1');
  return Buffer.concat([
    ...[label, counted(name), uint64(seconds), counted(origin)],
    ...[uint64(0), uint64(size), root],
  ]);
}

const TIME_BYTES = 8;
/** The year 9999. */
const LATEST = 253_402_300_799n;

/**
 * When the witness saw the checkpoint, in milliseconds since the epoch. Undefined if no line is by this witness, or if
 * one of its signatures is wrong: a note with such a line is malformed.
 */
export function cosignedAt(checkpoint: Checkpoint, lines: string, witness: WitnessKey): number | undefined {
  const times = signaturesBy(witness, lines).map((bytes) => {
    if (bytes.length <= TIME_BYTES) return undefined;
    const seconds = bytes.readBigUInt64BE();
    const message = cosignedMessage(witness, checkpoint, seconds);
    const isValid = verify(null, message, publicKeyOf(witness), bytes.subarray(TIME_BYTES));
    return isValid && seconds > 0n && seconds <= LATEST ? Number(seconds) * 1000 : undefined;
  });
  return times.includes(undefined) ? undefined : times[0];
}
