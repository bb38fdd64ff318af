import { Command } from 'commander';
import { lazily } from '../lazily.ts';

const HELP = `
Makes a data folder of a backup. Everything is checked first: the manifest, the
SHA-256 of each file, the database by SQLite itself, the passphrase. If anything
is wrong, no folder is left.

Holders that were erased after the backup come back with it. --erasures-from
names the data folder that was in use, or one restored from a later backup: the
next start then erases them again.

Examples:
  diptych restore --from /backup/2026-11-21 --data ./restored
  diptych restore --from /backup/2026-11-21 --data ./restored --passphrase-file ./passphrase`;

export function restoreCommand(): Command {
  return new Command('restore')
    .description('Restore a backup into a new data folder')
    .requiredOption('--from <folder>', 'the backup')
    .requiredOption('--data <folder>', 'folder to create; it may exist if it has no database and no keys')
    .option('--passphrase-file <file>', 'holds the passphrase of the keys, in one line')
    .option('--no-keys', 'do not restore the keys')
    .option('--erasures-from <folder>', 'data folder that knows later erasures of holders')
    .option('--json', 'print what was restored as JSON')
    .addHelpText('after', HELP)
    .action(lazily(async () => (await import('../actions/restore.ts')).restore));
}
