import { isPrintable } from '../conventions/printable.ts';
import type { Violations } from './refusals.ts';

/** Counts code points, as AIP-210 requires. */
export function isTooLong(text: string, limit: number): boolean {
  return text.length > limit && [...text].length > limit;
}

/** Databases cannot store U+0000 or half a surrogate pair. */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** Why a name must not be shown to people; undefined if it may. */
function problemOf(name: string, limit: number): string | undefined {
  if (isTooLong(name, limit)) return `has more than ${limit} characters`;
  if (!isStorable(name)) return 'has characters that cannot be kept';
  if (!isPrintable(name)) {
    return 'has control characters, or marks that turn the direction of text; take them out';
  }
  return name.trim() === '' ? 'has nothing but blanks' : undefined;
}

/** An optional name. An empty name counts as absent. */
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

/** A required name. */
export function requiredName(
  sent: string | undefined,
  field: string,
  limit: number,
  violations: Violations,
): string {
  if (!sent) violations.add(field, 'is required');
  return optionalName(sent, field, limit, violations) ?? '';
}
