import { SettingsError } from '../server/config/load.ts';
import { AdminRefusal, Unreachable } from './admin/client.ts';

export const EXIT = { done: 0, failed: 1, usage: 2, unreachable: 3 } as const;

/** Wrong input to a command that the parser could not see. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const EXIT_OF: readonly (readonly [new (...args: never[]) => Error, number])[] = [
  [UsageError, EXIT.usage],
  [SettingsError, EXIT.usage],
  [Unreachable, EXIT.unreachable],
  [AdminRefusal, EXIT.failed],
];

/** Says on the error stream what went wrong and sets the exit status; the trace only where the cause is not known. */
export function fail(error: unknown): void {
  const known = EXIT_OF.find(([kind]) => error instanceof kind);
  const text =
    error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`diptych: ${text}\n`);
  process.exitCode = known ? known[1] : EXIT.failed;
}
