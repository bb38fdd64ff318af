import { Command, Option } from 'commander';
import { lazyAction } from '../lazy-action.ts';

const HELP = `
Copies the SQLite database as it is at this moment; servers continue meanwhile.
--with-keys also copies everything under keys/ of the data folder, encrypted
with a passphrase, which is asked for or read from a file. If the backup fails,
no folder is left.

With PostgreSQL, --with-dump dumps the database by pg_dump and has pg_restore
read the list of the dump; --with-dump FILE takes a dump that was made before.
Without it, only the keys are saved. With SQLite the option changes nothing.

Examples:
  diptych backup --data ./diptych-data --to /backup/2026-11-21
  diptych backup --data ./diptych-data --to /backup/2026-11-21 \\
    --with-dump --with-keys --passphrase-file ./passphrase
  diptych backup verify /backup/2026-11-21`;

const VERIFY_HELP = `
Compares every file with the manifest, and has SQLite check the database, or
pg_restore read the list of a dump. Nothing is changed.

Examples:
  diptych backup verify /backup/2026-11-21
  diptych backup verify /backup/2026-11-21 --passphrase-file ./passphrase`;

const JSON_OPTION = ['--json', 'print the manifest as JSON'] as const;

export function backupCommand(): Command {
  const check = new Command('verify')
    .description('Check a backup')
    .argument('<folder>', 'what --to named')
    .option('--passphrase-file <file>', 'opens the keys too')
    .option(...JSON_OPTION)
    .addHelpText('after', VERIFY_HELP)
    .action(lazyAction(async () => (await import('../actions/backup.ts')).verify));
  return new Command('backup')
    .description('Make a backup, or check one')
    .option('--to <folder>', 'folder to create; it may exist if it is empty')
    .option('--with-dump [file]', 'with PostgreSQL: save the database too, by pg_dump or from a dump')
    .option('--with-keys', 'save the keys too, encrypted')
    .option('--passphrase-file <file>', 'holds the passphrase, in one line')
    .option('--data <folder>', 'as for serve')
    .addOption(new Option('--config <file>', 'settings in JSON or YAML').env('DIPTYCH_CONFIG'))
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(lazyAction(async () => (await import('../actions/backup.ts')).backup))
    .addCommand(check);
}
