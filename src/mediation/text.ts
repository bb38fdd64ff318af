import type { Violations } from './violations.ts';

/** Code points, as AIP-210 counts. */
function isTooLong(text: string, limit: number): boolean {
  return text.length > limit && [...text].length > limit;
}

/** A name that may be left out; an empty one counts as left out. */
export function optionalName(
  sent: string | undefined,
  field: string,
  limit: number,
  violations: Violations,
): string | undefined {
  if (sent && isTooLong(sent, limit)) violations.add(field, `has more than ${limit} characters`);
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
