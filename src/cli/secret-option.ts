import { notice } from './notice.ts';
import { readLine } from './read-line.ts';

interface Secret {
  /** As it is written on the command line. */
  readonly option: string;
  /** What people call it. */
  readonly what: string;
  /** How to give it instead. */
  readonly instead: string;
  readonly json?: boolean | undefined;
}

/** A secret from the command line, where others see it; `-` stands for a line of the standard input. */
export function secretOption(value: string, { option, what, instead, json }: Secret): string {
  if (value === '-') return readLine(what);
  const text = `${option} shows the ${what} to everybody who can list processes on this machine; ${instead}`;
  notice(text, { json });
  return value;
}
