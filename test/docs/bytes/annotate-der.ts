import { type Line, printed, rows } from './hex-lines.ts';

const UNIVERSAL: Readonly<Record<number, string>> = {
  1: 'BOOLEAN',
  2: 'INTEGER',
  3: 'BIT STRING',
  4: 'OCTET STRING',
  5: 'NULL',
  6: 'OBJECT IDENTIFIER',
  10: 'ENUMERATED',
  12: 'UTF8String',
  16: 'SEQUENCE',
  17: 'SET',
  19: 'PrintableString',
  23: 'UTCTime',
  24: 'GeneralizedTime',
};
const TEXTS = ['UTF8String', 'PrintableString', 'UTCTime', 'GeneralizedTime'];

function objectIdentifier(content: Uint8Array): string {
  const numbers: number[] = [];
  let number = 0;
  for (const octet of content) {
    number = number * 128 + (octet & 127);
    if (octet < 128) {
      numbers.push(number);
      number = 0;
    }
  }
  const [first = 0, ...rest] = numbers;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - 40 * root, ...rest].join('.');
}

interface Head {
  readonly name: string;
  readonly constructed: boolean;
  /** Length of tag and length octets. */
  readonly length: number;
  readonly content: number;
}

function headOf(bytes: Uint8Array): Head {
  const first = bytes[0]!;
  let [at, tag] = [1, first & 31];
  if (tag === 31) {
    tag = 0;
    do tag = tag * 128 + (bytes[at]! & 127);
    while (bytes[at++]! > 127);
  }
  const form = bytes[at++]!;
  const octets = form > 128 ? form - 128 : 0;
  const content =
    octets === 0 ? form : Number(`0x${Buffer.from(bytes.subarray(at, at + octets)).toString('hex')}`);
  const name = first < 64 ? (UNIVERSAL[tag] ?? `tag ${tag}`) : `[${tag}]`;
  return { name, constructed: (first & 32) !== 0, length: at + octets, content };
}

function meaningOf(name: string, content: Uint8Array, names: Readonly<Record<string, string>>): string {
  if (TEXTS.includes(name)) return `${name} ${JSON.stringify(Buffer.from(content).toString())}`;
  if (name !== 'OBJECT IDENTIFIER') return name;
  const oid = objectIdentifier(content);
  return `${names[oid] ?? name} ${oid}`;
}

function elements(
  bytes: Uint8Array,
  depth: number,
  names: Readonly<Record<string, string>>,
  lines: Line[],
): void {
  for (let at = 0; at < bytes.length; ) {
    const { name, constructed, length, content } = headOf(bytes.subarray(at));
    const [start, end] = [at + length, at + length + content];
    const inner = bytes.subarray(start, end);
    // extnValue and the like: an OCTET STRING around another SEQUENCE.
    const wraps =
      name === 'OCTET STRING' &&
      inner[0] === 0x30 &&
      headOf(inner).length + headOf(inner).content === content;
    if (constructed || wraps) {
      lines.push({ depth, bytes: bytes.subarray(at, start), meaning: name });
      elements(inner, depth + 1, names, lines);
    } else lines.push(...rows(depth, bytes.subarray(at, end), meaningOf(name, inner, names)));
    at = end;
  }
}

/** A DER value with one line for each element. `names` are those of object identifiers. */
export function annotateDer(bytes: Uint8Array, names: Readonly<Record<string, string>> = {}): string {
  const lines: Line[] = [];
  elements(bytes, 0, names, lines);
  return printed(lines);
}
