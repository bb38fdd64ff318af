import { StatusError } from './status.ts';

type Steps = Readonly<Record<string, () => unknown>>;
type Results<S extends Steps> = { readonly [K in keyof S]: ReturnType<S[K]> };

function joined(errors: readonly StatusError[]): StatusError {
  const [first] = errors;
  if (errors.length === 1) return first!;
  const text = errors.map(({ message }) => message).join('\n');
  const violations = errors.flatMap((error) => error.violations);
  // What varies in the message is that of all of them.
  const { metadata: _, ...details } = first!.details;
  return new StatusError(first!.reason, text, violations, details, 'INVALID_ARGUMENT');
}

/**
 * Takes every step, so that all bad values of a request come back in one answer, in the order of the steps.
 * Throws the joined INVALID_ARGUMENT; any other error at once.
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
