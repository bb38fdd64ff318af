import type { Command } from 'commander';
import type { ApprovalView } from '../admin/contract/approvals/methods.ts';
import { type Exit, UserError } from '../conventions/user-error.ts';
import { writeError, writeErrorJson } from './output.ts';

export const EXIT = { done: 0, failed: 1, usage: 2, unreachable: 3, awaited: 4 } as const satisfies Readonly<
  Record<Exit | 'done', number>
>;

export const EXIT_HELP =
  'Exit status: 0 done, 1 refused or failed, 2 wrong usage or configuration,\n3 the server cannot be reached, 4 it waits for a second person.';

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

/** Sets the exit status of a command that continues; a status of 1 is never replaced. */
export function endWith(status: typeof EXIT.failed | typeof EXIT.awaited): void {
  if (process.exitCode !== EXIT.failed) process.exitCode = status;
}

/** Node tells what it could not do, and with which file: that exists already, or is in no folder. */
const isFileFault = (error: Error): boolean =>
  'syscall' in error && 'path' in error && typeof error.path === 'string';

/** What a user can do who may not use a file. */
const remedyOf = (error: Error): string =>
  isFileFault(error) && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM')
    ? '; run this as the user who owns it, or give this user access'
    : '';

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if (isFileFault(error)) return EXIT.failed;
  return error instanceof UserError ? EXIT[error.exit] : undefined;
}

/** The members that some of these errors have. */
interface Answered {
  readonly body?: unknown;
  readonly approval?: ApprovalView;
  readonly approvals?: readonly ApprovalView[];
}

/** A server error as received, or the message of any other error. */
function asJson(error: unknown, message: string): object {
  if (statusOf(error) === undefined) return { error: { message } };
  const { body, approval, approvals } = error as Answered;
  if (typeof body === 'object' && body !== null) return body;
  if (approval) return { approval };
  return approvals ? { approvals } : { error: { message } };
}

/**
 * Prints the error to standard error and sets the exit status. Prints a stack trace only if the error is
 * unexpected. `json`: also prints the error as JSON.
 */
export function fail(error: unknown, { json = false }: { readonly json?: boolean } = {}): void {
  const status = statusOf(error);
  const text =
    error instanceof Error
      ? status === undefined
        ? (error.stack ?? error.message)
        : `${error.message}${remedyOf(error)}`
      : String(error);
  if (json) writeErrorJson(asJson(error, text));
  else writeError(`diptych: ${text}\n`);
  process.exitCode = status ?? EXIT.failed;
}

/**
 * One Ctrl-C arrives twice, because a terminal signals the whole process group and a launcher passes the
 * signal on.
 */
const SAME_SIGNAL = 1_000;

const ENDING: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];

/** Calls `act` at the first signal, and ends at once at a later second one. Returns what undoes it. */
export function atSignal(act: (signal: NodeJS.Signals) => void, signals = ENDING): () => void {
  let since: number | undefined;
  const listener = (signal: NodeJS.Signals) => {
    if (since === undefined) {
      since = performance.now();
      act(signal);
    } else if (performance.now() - since > SAME_SIGNAL) process.exit(1);
  };
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}

/** Shuts down gracefully at the first signal, and at once at a later second one. */
export function closeOnSignal(close: () => Promise<void>): void {
  atSignal(() => {
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}
