import { Command, Option } from 'commander';
import { withoutUndici } from '../../server/process/without-undici.ts';
import { lazyAction } from '../lazy-action.ts';

async function loadServe() {
  withoutUndici();
  return (await import('../actions/serve.ts')).serve;
}

export function serveCommand(): Command {
  return new Command('serve')
    .description('Start the server; without a configuration it is a sandbox on this machine')
    .option('--data <folder>', 'folder for the database, the keys and the admin token')
    .option('--port <number>', 'port of the panels; 0 takes a free one')
    .option('--admin-port <number>', 'port of the admin interface; 0 takes a free one')
    .option('--workers <number>', 'number of processes that share the ports, such as one for each core')
    .addOption(new Option('--config <file>', 'settings in JSON or YAML').env('DIPTYCH_CONFIG'))
    .addHelpText(
      'after',
      `
Every setting can also be a variable: issuer.nonceTtlSeconds is
DIPTYCH_ISSUER_NONCE_TTL_SECONDS. docs/reference/configuration.md lists them
all.

Examples:
  diptych serve --data ./diptych-data --port 8080 --admin-port 8081
  diptych serve --config diptych.yaml
  DIPTYCH_DATABASE_URL=postgres://diptych@db/diptych diptych serve --workers 4`,
    )
    .action(lazyAction(loadServe));
}
