import { invalidArgument, shown } from '../refusal.ts';
import type { StatusError } from '../status.ts';

interface BadSelection {
  readonly selection: string;
  /** Without it: no field of the response fits the path. */
  readonly problem?: string;
}

function describe({ selection, problem }: BadSelection): string {
  const reason = problem ?? `Cannot find matching fields for path '${shown(selection)}'`;
  return `Error expanding 'fields' parameter. ${reason}.`;
}

/** The message names the first bad selection; each has a violation. */
export function invalidFieldSelection(bad: readonly BadSelection[]): StatusError {
  const selection = shown(bad[0]!.selection);
  const violations = bad.map((one) => ({
    field: 'fields',
    description: describe(one),
    metadata: { selection: shown(one.selection) },
  }));
  return invalidArgument('INVALID_FIELD_SELECTION', `Invalid field selection ${selection}`, violations, {
    metadata: { selection },
    location: { type: 'parameter', name: 'fields' },
  });
}

/** Of a mask that is not even read; it is not repeated. */
export function fieldsTooLong(limit: number): StatusError {
  const problem = `it is longer than ${limit} characters`;
  const description = `Error expanding 'fields' parameter. The mask is refused: ${problem}.`;
  const metadata = { limit: String(limit) };
  return invalidArgument(
    'INVALID_FIELD_SELECTION',
    `Invalid field selection: ${problem}`,
    [{ field: 'fields', description, metadata }],
    { metadata, location: { type: 'parameter', name: 'fields' } },
  );
}
