/** Something in a catalogue file that does not fit. */
export interface CatalogueProblem {
  /** In the file, from 1; absent where it is about the whole of it. */
  readonly line?: number;
  /** Which entry it is and what is wrong with it. */
  readonly description: string;
}

/** Most problems that are told at once. */
const MOST_PROBLEMS = 20;

/** The catalogue file cannot be used; every problem of it is named. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  readonly problems: readonly string[];

  constructor(problems: readonly CatalogueProblem[]) {
    const told = problems
      .slice(0, MOST_PROBLEMS)
      .map(({ line, description }) => (line === undefined ? description : `line ${line}: ${description}`));
    super(told.join('; '));
    this.problems = told;
  }
}
