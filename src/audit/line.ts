import { hash } from 'node:crypto';
import { canonicalJson } from '../conventions/canonical-json.ts';
import type { SealedChange } from './ports/seals.ts';

/** What stands for a text that can be erased: it can be checked with the salt, and tells nothing without it. */
export function saltedDigest(salt: Uint8Array, text: string): Buffer {
  return hash('sha256', Buffer.concat([salt, Buffer.from(text, 'utf8')]), 'buffer');
}

function sealedSubject({ subjectId, subjectSalt, subjectDigest: kept }: SealedChange): object {
  if (kept) return { subjectDigest: Buffer.from(kept).toString('hex') };
  if (subjectSalt) return { subjectDigest: saltedDigest(subjectSalt, subjectId).toString('hex') };
  return { subjectId };
}

/** A line without a note has the digest that it had before there were notes. */
function sealedNote({ note, noteSalt, noteDigest: kept }: SealedChange): object {
  if (kept) return { noteDigest: Buffer.from(kept).toString('hex') };
  if (note === undefined) return {};
  return { noteDigest: saltedDigest(noteSalt ?? new Uint8Array(), note).toString('hex') };
}

/** SHA-256 of the line as canonical JSON, 32 bytes; it stays the same when its holder is erased, or its note. */
export function lineDigest(line: SealedChange): Buffer {
  const { subjectId, subjectSalt, subjectDigest, note, noteSalt, noteDigest, ...rest } = line;
  return hash('sha256', canonicalJson({ ...rest, ...sealedSubject(line), ...sealedNote(line) }), 'buffer');
}
