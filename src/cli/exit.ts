import { UnavailableError } from '../conventions/errors.ts';
import { ConfigurationFileError } from '../conventions/yaml/document.ts';
import { ArchiveError } from '../keys/archive.ts';
import { NameProblem } from '../mediation/as-code/catalogue.ts';
import { LockError } from '../mediation/as-code/lock.ts';
import { SavedPlanError } from '../mediation/as-code/saved-plan.ts';
import { BackupError } from '../server/backup/files.ts';
import { SettingsError } from '../server/config/load.ts';
import { CopyError } from '../storage/copy/copy-database.ts';
import { SchemaTooNew } from '../storage/migrations/later.ts';
import { DamagedDatabase } from '../storage/sqlite/faults.ts';
import { AdminRefusal, AwaitsApproval, AwaitsApprovals } from './admin/client.ts';
import { Declined, SignInFailure, UsageError } from './failures.ts';
import { MediationRefusal } from './mediation/client/refusal.ts';
import { Unreachable } from './reach.ts';

export const EXIT = { done: 0, failed: 1, usage: 2, unreachable: 3, awaited: 4 } as const;

export const EXIT_HELP =
  'Exit status: 0 done, 1 refused or failed, 2 wrong usage or configuration,\n3 the server cannot be reached, 4 it waits for a second person.';

/** Sets the exit status of a command that continues; a status of 1 is never replaced. */
export function endWith(status: typeof EXIT.failed | typeof EXIT.awaited): void {
  if (process.exitCode !== EXIT.failed) process.exitCode = status;
}

const EXIT_OF: readonly (readonly [new (...args: never[]) => Error, number])[] = [
  [UsageError, EXIT.usage],
  [Declined, EXIT.failed],
  [SettingsError, EXIT.usage],
  [Unreachable, EXIT.unreachable],
  [UnavailableError, EXIT.unreachable],
  [BackupError, EXIT.failed],
  [ArchiveError, EXIT.failed],
  [CopyError, EXIT.failed],
  [SchemaTooNew, EXIT.failed],
  [DamagedDatabase, EXIT.failed],
  [AdminRefusal, EXIT.failed],
  [MediationRefusal, EXIT.failed],
  [AwaitsApproval, EXIT.awaited],
  [AwaitsApprovals, EXIT.awaited],
  [SignInFailure, EXIT.failed],
  [ConfigurationFileError, EXIT.failed],
  [LockError, EXIT.failed],
  [NameProblem, EXIT.failed],
  [SavedPlanError, EXIT.failed],
];

/** A server error as received, or the message of any other error. */
function asJson(error: unknown, message: string): object {
  if (error instanceof AdminRefusal || error instanceof MediationRefusal)
    if (typeof error.body === 'object' && error.body !== null) return error.body;
  if (error instanceof AwaitsApproval) return { approval: error.approval };
  if (error instanceof AwaitsApprovals) return { approvals: error.approvals };
  return { error: { message } };
}

/**
 * Prints the error to standard error and sets the exit status. Prints a stack trace only if the error is
 * unexpected. `json`: also prints the error as JSON.
 */
export function fail(error: unknown, { json = false }: { readonly json?: boolean } = {}): void {
  const known = EXIT_OF.find(([kind]) => error instanceof kind);
  const text =
    error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(json ? `${JSON.stringify(asJson(error, text))}\n` : `diptych: ${text}\n`);
  process.exitCode = known ? known[1] : EXIT.failed;
}

/**
 * One Ctrl-C arrives twice, because a terminal signals the whole process group and a launcher passes the
 * signal on.
 */
const SAME_SIGNAL = 1_000;

/** Shuts down gracefully at the first signal, and at once at a later second one. */
export function closeOnSignal(close: () => Promise<void>): void {
  let closingSince: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (closingSince !== undefined) {
        if (performance.now() - closingSince > SAME_SIGNAL) process.exit(1);
        return;
      }
      closingSince = performance.now();
      close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}
