/** Runs parts one after the other. If a part fails, the others still run, and `end` throws the first error. */
export class RunAll {
  readonly #errors: unknown[] = [];

  /** Runs a part. Resolves to its result, or to undefined if it fails. */
  async part<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await run();
    } catch (error) {
      this.#errors.push(error);
      return undefined;
    }
  }

  /** Throws the first error of the parts. */
  end(): void {
    if (this.#errors.length > 0) throw this.#errors[0];
  }
}
