import type { Violations } from './violations.ts';

/** Code points, as AIP-210 counts. */
function isTooLong(text: string, limit: number): boolean {
  return text.length > limit && [...text].length > limit;
}

/** Databases keep neither U+0000 nor half a surrogate pair. */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** A name that may be left out; an empty one counts as left out. */
export function optionalName(
  sent: string | undefined,
  field: string,
  limit: number,
  violations: Violations,
): string | undefined {
  if (sent && isTooLong(sent, limit)) violations.add(field, `has more than ${limit} characters`);
  if (sent && !isStorable(sent)) violations.add(field, 'has characters that cannot be kept');
  return sent || undefined;
}

/** A name that has to be there. */
export function requiredName(
  sent: string | undefined,
  field: string,
  limit: number,
  violations: Violations,
): string {
  if (!sent) violations.add(field, 'is required');
  return optionalName(sent, field, limit, violations) ?? '';
}
