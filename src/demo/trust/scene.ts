import type { Narrator, Stage } from '../narrator.ts';
import type { Terminal } from './processes.ts';

interface Props extends Terminal {
  /** Where the scenes put their files. */
  readonly folder: string;
  /** A terminal on another data folder, inside `folder`. */
  terminalOn(data: string): Terminal;
}

export type Scene = (stage: Stage, tell: Narrator, props: Props) => Promise<void>;
