import { CborError, decode } from '../../../src/formats/cbor/index.ts';
import { type Line, printed, rows } from './hex-lines.ts';

/** Kinds of items by their major type (RFC 8949 3.1). */
const KINDS = ['unsigned', 'negative', 'bytes', 'text', 'array', 'map', 'tag', 'simple'] as const;
const SIMPLE: Readonly<Record<number, string>> = { 20: 'false', 21: 'true', 22: 'null' };

/** Whether a byte string is an array, a map or a tag in CBOR: a payload, a protected header, an embedded item. */
function isStructure(bytes: Uint8Array): boolean {
  if (bytes.length < 2 || bytes[0]! >> 5 < 4 || bytes[0]! >> 5 > 6) return false;
  try {
    decode(bytes);
    return true;
  } catch (error) {
    if (error instanceof CborError) return false;
    throw error;
  }
}

/** Length and argument of the head at the start of the bytes. */
function headOf(bytes: Uint8Array): { readonly length: number; readonly argument: number } {
  const info = bytes[0]! & 31;
  if (info < 24) return { length: 1, argument: info };
  const length = 1 << (info - 24);
  return {
    length: 1 + length,
    argument: Number(`0x${Buffer.from(bytes.subarray(1, 1 + length)).toString('hex')}`),
  };
}

/** Adds the lines of the item at the position. Returns the position after it. */
function item(bytes: Uint8Array, at: number, depth: number, lines: Line[]): number {
  const kind = KINDS[bytes[at]! >> 5]!;
  const { length, argument } = headOf(bytes.subarray(at));
  const start = at + length;
  const head = bytes.subarray(at, start);
  const add = (meaning: string) => lines.push({ depth, bytes: head, meaning });
  if (kind === 'unsigned') add(String(argument));
  else if (kind === 'negative') add(String(-1 - argument));
  else if (kind === 'simple') add(SIMPLE[argument] ?? `simple(${argument})`);
  else if (kind === 'bytes')
    return byteString(bytes.subarray(start, start + argument), head, depth, lines) + start;
  else if (kind === 'text') {
    const content = bytes.subarray(start, start + argument);
    lines.push(
      ...rows(depth, bytes.subarray(at, start + argument), JSON.stringify(Buffer.from(content).toString())),
    );
    return start + argument;
  } else {
    add(`${kind}(${argument})`);
    const items = { array: argument, map: 2 * argument, tag: 1 }[kind];
    let next = start;
    for (let left = items; left > 0; left -= 1) next = item(bytes, next, depth + 1, lines);
    return next;
  }
  return start;
}

function byteString(content: Uint8Array, head: Uint8Array, depth: number, lines: Line[]): number {
  const embedded = isStructure(content);
  lines.push({
    depth,
    bytes: head,
    meaning: `bytes(${content.length})${embedded ? ', which are CBOR' : ''}`,
  });
  if (embedded) item(content, 0, depth + 1, lines);
  else if (content.length > 0) lines.push(...rows(depth + 1, content, ''));
  return content.length;
}

/** An encoded item with one line for each head, text and row of bytes. */
export function annotateCbor(bytes: Uint8Array): string {
  const lines: Line[] = [];
  item(bytes, 0, 0, lines);
  return printed(lines);
}
