import { causeOf, type FileProblem } from './report.ts';
import { numberIn } from './text-file.ts';

/** Maximum number of problems that are printed; the report file has all of them. */
const MOST = 50;

/** Records that are named for the same warning: often all records have it. */
const MOST_OF_WARNING = 3;

/** The problems to print: errors first, and warnings where room is left. */
export class ShownProblems {
  readonly #errors: FileProblem[] = [];
  readonly #warnings: FileProblem[] = [];
  readonly #ofWarning = new Map<string, number>();
  #all = 0;

  take(problem: FileProblem): void {
    this.#all += 1;
    if (problem.severity === 'error') {
      if (this.#errors.length < MOST) this.#errors.push(problem);
      return;
    }
    const cause = causeOf(problem);
    const count = (this.#ofWarning.get(cause) ?? 0) + 1;
    this.#ofWarning.set(cause, count);
    if (count <= MOST_OF_WARNING && this.#warnings.length < MOST) this.#warnings.push(problem);
  }

  /** By line, because records that cannot be sent are found before records that the server refuses. */
  get problems(): readonly FileProblem[] {
    const warnings = this.#warnings.slice(0, MOST - this.#errors.length);
    return [...this.#errors, ...warnings].toSorted((a, b) => numberIn(a.place) - numberIn(b.place));
  }

  /** How many are not shown. */
  get more(): number {
    return this.#all - this.problems.length;
  }
}
