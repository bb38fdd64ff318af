import { writeOut } from '../output.ts';
import { bashCompletion, zshCompletion } from './bash.ts';
import { fishCompletion } from './fish.ts';

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** Prints the script that makes a shell complete commands, options and their values. */
export function printCompletion(shell: keyof typeof SCRIPTS): void {
  writeOut(SCRIPTS[shell]());
}
