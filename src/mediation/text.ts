import type { Violations } from './refusals.ts';

/** Code points, as AIP-210 counts. */
export function isTooLong(text: string, limit: number): boolean {
  return text.length > limit && [...text].length > limit;
}

/** Databases cannot store U+0000 or half a surrogate pair. */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** Controls, and marks that turn the direction of what follows: people would read another name than is there. */
const MISLEADING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Why a name cannot be shown to people; undefined for one that can. */
function problemOf(name: string, limit: number): string | undefined {
  if (isTooLong(name, limit)) return `has more than ${limit} characters`;
  if (!isStorable(name)) return 'has characters that cannot be kept';
  if (MISLEADING.test(name)) {
    return 'has control characters, or marks that turn the direction of text; take them out';
  }
  return name.trim() === '' ? 'has nothing but blanks' : undefined;
}

/** A name that may be left out; an empty one counts as left out. */
export function optionalName(
  sent: string | undefined,
  field: string,
  limit: number,
  violations: Violations,
): string | undefined {
  if (!sent) return undefined;
  const problem = problemOf(sent, limit);
  if (problem !== undefined) violations.add(field, problem);
  return sent;
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
