import { omit } from './omit.ts';
import type { ReasonOf } from './reasons/index.ts';
import { type FieldViolation, type StatusDetails, StatusError } from './status.ts';

/** Longest part of a request that a message repeats, in code units. */
const LONGEST_ECHO = 200;

/** Maximum number of violations in one answer; a body of a megabyte could have a hundred thousand. */
export const MOST_VIOLATIONS = 100;

/** A name from the request, short enough for a message. */
export function shown(text: string): string {
  return text.length <= LONGEST_ECHO ? text : `${text.slice(0, LONGEST_ECHO).toWellFormed()}…`;
}

type InvalidReason = ReasonOf<'INVALID_ARGUMENT'>;

export function invalidArgument(
  reason: InvalidReason,
  message: string,
  violations: readonly FieldViolation[] = [],
  details: StatusDetails = {},
): StatusError {
  return new StatusError(reason, message, violations, details);
}

/** One member has a bad value; the message is its name and the description. */
export function invalidMember(reason: InvalidReason, field: string, description: string): StatusError {
  return invalidArgument(reason, `${field} ${description}`, [{ field, description }]);
}

/** Combines all violations into one answer, with one line of the message for each. */
export function invalidArguments(reason: InvalidReason, violations: readonly FieldViolation[]): StatusError {
  const listed = violations.slice(0, MOST_VIOLATIONS);
  const lines = listed.map(({ description }) => description);
  if (listed.length < violations.length) lines.push('… and more');
  return invalidArgument(reason, lines.join('\n'), listed);
}

/** Collects the violations of a request for one answer. */
interface Faults {
  /** Adds violations, without duplicates. Throws at once when the maximum number is exceeded. */
  readonly add: (...violations: readonly FieldViolation[]) => void;
  /** Throws if any violation was added. */
  readonly raise: () => void;
}

export function faultsOf(reason: InvalidReason): Faults {
  const noted = new Map<string, FieldViolation>();

  function raise(): void {
    if (noted.size > 0) throw invalidArguments(reason, [...noted.values()]);
  }

  function add(...violations: readonly FieldViolation[]): void {
    for (const violation of violations) {
      noted.set(violation.description, violation);
      if (noted.size > MOST_VIOLATIONS) raise();
    }
  }

  return { add, raise };
}

type Steps = Readonly<Record<string, () => unknown>>;
type Results<S extends Steps> = { readonly [K in keyof S]: ReturnType<S[K]> };

function joined(errors: readonly StatusError[]): StatusError {
  const [first] = errors;
  if (errors.length === 1) return first!;
  const text = errors.map(({ message }) => message).join('\n');
  const violations = errors.flatMap((error) => error.violations);
  // The metadata are those of all violations together.
  const details = omit(first!.details, 'metadata');
  return new StatusError(first!.reason, text, violations, details, 'INVALID_ARGUMENT');
}

/**
 * Runs all steps, so that one answer lists all bad values in the order of the steps. Throws one
 * INVALID_ARGUMENT for all; throws any other error at once.
 */
export function gather<S extends Steps>(steps: S): Results<S> {
  const errors: StatusError[] = [];
  const results: Record<string, unknown> = {};
  for (const name of Object.keys(steps)) {
    try {
      results[name] = steps[name]!();
    } catch (error) {
      if (!(error instanceof StatusError) || error.code !== 'INVALID_ARGUMENT') throw error;
      errors.push(error);
    }
  }
  if (errors.length > 0) throw joined(errors);
  return results as Results<S>;
}
