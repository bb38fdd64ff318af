/** The parts of a round: an error of one does not stop the others. The first error is thrown after all of them. */
export class RunAll {
  readonly #errors: unknown[] = [];

  /** The result of a part; undefined if it fails. */
  async part<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await run();
    } catch (error) {
      this.#errors.push(error);
      return undefined;
    }
  }

  /** Throws if a part has failed. */
  end(): void {
    if (this.#errors.length > 0) throw this.#errors[0];
  }
}
