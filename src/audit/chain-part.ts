import { fromBase64, fromHex } from '../conventions/bytes.ts';
import type { ExportedEntry } from './exported-entry.ts';
import type { Cosignature, TimeStamp } from './ports/anchors.ts';
import type { Seal, SealedEntry } from './ports/seals.ts';

/**
 * The audit log in the order of reading: the lines that a seal covers, the seal, its time stamps and
 * cosignatures. At the end come
 * lines that are not sealed yet.
 */
export type ChainPart =
  | { readonly line: SealedEntry }
  | { readonly seal: Seal }
  | { readonly timeStamp: TimeStamp }
  | { readonly cosignature: Cosignature };

type Exported<Kind extends string> = Extract<ExportedEntry, Readonly<Record<Kind, unknown>>>[Kind &
  keyof Extract<ExportedEntry, Readonly<Record<Kind, unknown>>>];

/** Members of a line that are bytes, in hex when exported. */
const BYTES = [
  'subjectSalt',
  'subjectDigest',
  'noteSalt',
  'noteDigest',
  'messageSalt',
  'messageDigest',
  'detailsDigest',
] as const;

/** A digest covers all members, including those that this version does not know. */
export function lineOf(exported: Exported<'line'>): SealedEntry {
  const bytes = BYTES.flatMap((name) => {
    const hex = exported[name];
    return hex === undefined ? [] : [[name, fromHex(hex)]];
  });
  return { ...exported, ...Object.fromEntries(bytes) } as unknown as SealedEntry;
}

function sealOf({ lineDigests, signature, edge, ...seal }: Exported<'seal'>): Seal {
  return {
    ...seal,
    lineDigests: fromHex(lineDigests),
    signature: fromHex(signature),
    ...(edge !== undefined && { edge: fromHex(edge) }),
  };
}

/** The part of the audit log in an exported entry. */
export function chainPartOf(exported: ExportedEntry): ChainPart {
  if ('line' in exported) return { line: lineOf(exported.line) };
  if ('seal' in exported) return { seal: sealOf(exported.seal) };
  if ('cosignature' in exported) return exported;
  const { token, ...timeStamp } = exported.timeStamp;
  return { timeStamp: { ...timeStamp, token: fromBase64(token) } };
}
