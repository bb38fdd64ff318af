/** Unlike `trim`, also blanks without width; a byte order mark is no blank but a fault. */
const BLANK = /^[\p{White_Space}\u200b-\u200d\u2060]$/u;

/**
 * A text as it is compared and kept: composed letters (NFC, UAX 15), because Macs write decomposed ones, and no blanks
 * around it, because columns of fixed width come padded.
 */
export function normalizedText(text: string): string {
  const composed = text.normalize('NFC');
  let [start, end] = [0, composed.length];
  while (start < end && BLANK.test(composed.charAt(start))) start += 1;
  while (start < end && BLANK.test(composed.charAt(end - 1))) end -= 1;
  return composed.slice(start, end);
}
