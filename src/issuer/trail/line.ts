import { hash } from 'node:crypto';
import { canonicalJson } from '../../conventions/canonical-json.ts';
import type { SealedChange } from '../ports/seals.ts';

/** What stands for the id of a holder: it can be checked with the salt, and tells nothing without it. */
export function subjectDigest(salt: Uint8Array, subjectId: string): Buffer {
  return hash('sha256', Buffer.concat([salt, Buffer.from(subjectId, 'utf8')]), 'buffer');
}

function sealedSubject({ subjectId, subjectSalt, subjectDigest: kept }: SealedChange): object {
  if (kept) return { subjectDigest: Buffer.from(kept).toString('hex') };
  if (subjectSalt) return { subjectDigest: subjectDigest(subjectSalt, subjectId).toString('hex') };
  return { subjectId };
}

/** SHA-256 of the line as canonical JSON, 32 bytes; it stays the same when its holder is erased. */
export function lineDigest(line: SealedChange): Buffer {
  const { subjectId: _, subjectSalt: __, subjectDigest: ___, ...rest } = line;
  return hash('sha256', canonicalJson({ ...rest, ...sealedSubject(line) }), 'buffer');
}
