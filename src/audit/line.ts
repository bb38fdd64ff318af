import { hash } from 'node:crypto';
import { canonicalJson } from '../conventions/json.ts';
import type { Details } from './entry.ts';
import type { SealedEntry } from './ports/seals.ts';

/**
 * The digest of a text that can be erased. With the salt the text can be checked; without the salt the digest
 * reveals nothing.
 */
export function saltedDigest(salt: Uint8Array, text: string): Buffer {
  return hash('sha256', Buffer.concat([salt, Buffer.from(text, 'utf8')]), 'buffer');
}

function sealedSubject({ subjectId, subjectSalt, subjectDigest: kept }: SealedEntry): object {
  if (kept) return { subjectDigest: Buffer.from(kept).toString('hex') };
  if (subjectSalt) return { subjectDigest: saltedDigest(subjectSalt, subjectId).toString('hex') };
  return { subjectId };
}

/** Without a note, an entry has the same digest as in versions that had no notes. */
function sealedNote({ note, noteSalt, noteDigest: kept }: SealedEntry): object {
  if (kept) return { noteDigest: Buffer.from(kept).toString('hex') };
  if (note === undefined) return {};
  return { noteDigest: saltedDigest(noteSalt ?? new Uint8Array(), note).toString('hex') };
}

/** The line with the digest in place of its note, which can name people. The digest of the line stays the same. */
export function withoutNote({ note, noteSalt, ...line }: SealedEntry): SealedEntry {
  if (note === undefined) return line;
  return { ...line, noteDigest: saltedDigest(noteSalt ?? new Uint8Array(), note) };
}

/** Has no salt: details contain no personal data, so they are never erased. */
export function detailsDigest(details: Details): Buffer {
  return hash('sha256', canonicalJson(details), 'buffer');
}

function sealedDetails({ details, detailsDigest: kept }: SealedEntry): object {
  if (details) return { detailsDigest: detailsDigest(details).toString('hex') };
  return kept ? { detailsDigest: Buffer.from(kept).toString('hex') } : {};
}

/**
 * SHA-256 of the line as canonical JSON, 32 bytes. It stays the same when the holder or the note of the line
 * is erased.
 */
export function lineDigest(line: SealedEntry): Buffer {
  const { subjectId, subjectSalt, subjectDigest, note, noteSalt, noteDigest, ...others } = line;
  const { details, detailsDigest: _, ...rest } = others;
  const sealed = { ...rest, ...sealedSubject(line), ...sealedNote(line), ...sealedDetails(line) };
  return hash('sha256', canonicalJson(sealed), 'buffer');
}
