import { Command } from 'commander';
import { lazyAction } from '../lazy-action.ts';

const HELP = `
Makes a data folder of a backup. Everything is checked first: the manifest, the
SHA-256 of each file, the database by SQLite itself, the passphrase. If anything
is wrong, no folder is left.

People who were erased after the backup would come back with it. --erasures-from
names the data folder that was in use, or one restored from a later backup: the
next start then erases them again. If there is no such folder any more,
--erased-may-return restores all the same; each start and diptych doctor then
warn until diptych restore settle.

Examples:
  diptych restore --from /backup/2026-11-21 --data ./restored --erasures-from ./data
  diptych restore --from /backup/2026-11-21 --data ./restored \\
    --passphrase-file ./passphrase --erased-may-return`;

const SETTLE_HELP = `
After a restore with --erased-may-return. Find out who was erased after the
backup, for example by receipts or requests in writing, erase these people
again, and say so with --yes. If a folder that knows the erasures turns up,
name it with --erasures-from while the server is stopped: its next start erases
the people again.

Examples:
  diptych restore settle --data ./restored --yes
  diptych restore settle --data ./restored --erasures-from /mnt/rescued/data`;

const ERASURES = ['--erasures-from <folder>', 'data folder that knows later erasures of holders'] as const;

export function restoreCommand(): Command {
  const settle = new Command('settle')
    .description('Confirm that nobody who was erased is back after a restore')
    .option('--data <folder>', 'the restored data folder')
    .option(...ERASURES)
    .option('--yes', 'everybody who was erased after the backup has been erased again')
    .addHelpText('after', SETTLE_HELP)
    .action(lazyAction(async () => (await import('../actions/restore.ts')).settleRestore));
  return new Command('restore')
    .description('Restore a backup into a new data folder')
    .option('--from <folder>', 'the backup')
    .option('--data <folder>', 'folder to create; it may exist if it has no database and no keys')
    .option('--passphrase-file <file>', 'holds the passphrase of the keys, in one line')
    .option('--no-keys', 'do not restore the keys')
    .option(...ERASURES)
    .option('--erased-may-return', 'restore although people who were erased after the backup may come back')
    .option('--json', 'print what was restored as JSON')
    .addHelpText('after', HELP)
    .action(lazyAction(async () => (await import('../actions/restore.ts')).restore))
    .addCommand(settle);
}
