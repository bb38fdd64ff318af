/** A fault that is put into the sources. */
export interface Mutation {
  /** Below src. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly replace: string;
  readonly by: string;
  /** What is wrong with the server then. */
  readonly breaks: string;
  /** Test files, by the beginnings of their paths, that most likely find it; without, those beside the file. */
  readonly near?: readonly string[];
  /** Why `npm test` may miss what `npm run test:long` finds. */
  readonly long?: string;
}
