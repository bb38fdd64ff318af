import type { Command } from 'commander';
import { EXIT, EXIT_HELP } from './exit.ts';

interface Statuses {
  /** The last lines of the help. */
  readonly help: string;
  /** Status after an option or argument that the parser refuses. */
  readonly usage: number;
}

const USUAL: Statuses = { help: EXIT_HELP, usage: EXIT.usage };

const OWN = new WeakMap<Command, Statuses>();

/**
 * Gives a command exit statuses of its own. In `diptych mediation plan`, 2 means changes, so wrong usage must be
 * something else.
 */
export function withStatuses(command: Command, statuses: Statuses): Command {
  OWN.set(command, statuses);
  return command;
}

export const statusesOf = (command: Command): Statuses => OWN.get(command) ?? USUAL;
