import { concatBytes, toHex, utf8 } from '../conventions/bytes.ts';
import { canonicalJson } from '../conventions/canonical-json.ts';
import type { Sha256 } from './ports/crypto.ts';
import type { SealedEntry } from './ports/seals.ts';

/** What is hashed of a text that can be erased. */
export const saltedBytes = (salt: Uint8Array, text: string): Uint8Array => concatBytes([salt, utf8(text)]);

/** The stored digest of an erased text, or that of the text. Without a text, the line has no member for it. */
async function textDigest(
  sha256: Sha256,
  stored: Uint8Array | undefined,
  bytes: () => Uint8Array | undefined,
): Promise<string | undefined> {
  if (stored) return toHex(stored);
  const text = bytes();
  return text && toHex(await sha256(text));
}

/**
 * SHA-256 of the line as canonical JSON, 32 bytes. It stays the same when the holder or the note or message of the line is erased,
 * and when its details are deleted.
 */
export async function lineDigest(line: SealedEntry, sha256: Sha256): Promise<Uint8Array> {
  const { subjectId, subjectSalt, subjectDigest, note, noteSalt, noteDigest, ...others } = line;
  const { message, messageSalt, messageDigest, details, detailsDigest, ...rest } = others;
  const subject = await textDigest(
    sha256,
    subjectDigest,
    () => subjectSalt && saltedBytes(subjectSalt, subjectId),
  );
  const sealed = {
    ...rest,
    ...(subject === undefined ? { subjectId } : { subjectDigest: subject }),
    noteDigest: await textDigest(sha256, noteDigest, () =>
      note === undefined ? undefined : saltedBytes(noteSalt ?? new Uint8Array(), note),
    ),
    messageDigest: await textDigest(sha256, messageDigest, () =>
      message === undefined
        ? undefined
        : saltedBytes(messageSalt ?? new Uint8Array(), canonicalJson(message)),
    ),
    // Details that are there are always hashed: a stored digest beside them proves nothing.
    detailsDigest: await textDigest(
      sha256,
      details ? undefined : detailsDigest,
      () => details && utf8(canonicalJson(details)),
    ),
  };
  return sha256(utf8(canonicalJson(sealed)));
}
