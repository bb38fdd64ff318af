import type { ErrorReason } from './contract/index.ts';
import { IssuerError } from './errors.ts';

/** Steps of every request. Checks of an operation follow this order as far as the specification allows. */
type Step = 'caller' | 'body' | 'metadata' | 'version' | 'fields' | 'identifiers' | 'state' | 'signatures';

/** One line of a table of checks. */
export interface CheckRow {
  readonly step: Step;
  /** The condition that the check requires. */
  readonly name: string;
  /** The reasons of its refusals. */
  readonly reasons: readonly ErrorReason[];
  /** What to do, for reasons whose remedy depends on the check. */
  readonly remedies?: Readonly<Partial<Record<ErrorReason, string>>>;
}

/** Throws IssuerError with one of its reasons, or returns findings for the checks that follow, or nothing. */
export interface Check<Given, Found> extends CheckRow {
  readonly check: (given: Given) => Found | Promise<Found>;
}

type AnyCheck = Check<never, unknown>;

/** What the later checks have when a check returned `More`. */
type With<Found, More> = More extends object ? Found & More : Found;

/** An ordered list of checks. Each one receives the findings of the previous ones. */
export class Checks<Given extends object, Found extends Given = Given> {
  readonly rows: readonly AnyCheck[];

  constructor(rows: readonly AnyCheck[] = []) {
    this.rows = rows;
  }

  and<More>(check: Check<Found, More>): Checks<Given, With<Found, More>> {
    return new Checks<Given, With<Found, More>>([...this.rows, check]);
  }

  /** Runs the checks in order and stops at the first refusal. @throws IssuerError */
  async run(given: Given): Promise<Found> {
    const found: object = { ...given };
    // `never`, because each check takes another type; `and` has already compared it with the findings of the
    // earlier checks.
    for (const row of this.rows) {
      try {
        Object.assign(found, await row.check(found as never));
      } catch (error) {
        throw refusedBy(row, error);
      }
    }
    return found as Found;
  }
}

/** The error of a check; a refusal then names the condition of the check and its step. */
export function refusedBy({ name, step }: CheckRow, error: unknown): unknown {
  if (!(error instanceof IssuerError) || error.condition !== undefined) return error;
  error.condition = name;
  error.step = step;
  return error;
}
