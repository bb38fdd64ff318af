import { dirname } from 'node:path';

/** A fault that is put into the source code, to check that a test finds it. */
export interface Mutation {
  /** Path below src. */
  readonly file: string;
  /** Text to replace; it occurs in the file exactly once. */
  readonly replace: string;
  readonly by: string;
  /** The wrong behaviour that the fault causes. */
  readonly breaks: string;
  /** Beginnings of paths of test files that most likely find the fault. By default the tests beside the file. */
  readonly near?: readonly string[];
}

export const nearOf = ({ file, near }: Mutation): readonly string[] => near ?? [`src/${dirname(file)}/`];
