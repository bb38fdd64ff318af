import { Command, Option } from 'commander';
import { loadSettings } from '../../server/config/load.ts';
import { startServer } from '../../server/start.ts';
import { closeOnSignal } from '../close-on-signal.ts';

interface ServeOptions {
  readonly config?: string;
  readonly data?: string;
  readonly port?: string;
  readonly adminPort?: string;
}

function portNumber(text: string | undefined): unknown {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : text;
}

async function serve({ config, data, port, adminPort }: ServeOptions): Promise<void> {
  const file = config ?? process.env.DIPTYCH_CONFIG;
  const options = { data, port: portNumber(port), adminPort: portNumber(adminPort) };
  const server = await startServer(loadSettings({ file, environment: process.env, options }));
  process.stdout.write(`issuer panel  ${server.url}/v1/vdc/\nadmin         ${server.adminUrl}/admin/v1/\n`);
  closeOnSignal(() => server.close());
}

export function serveCommand(): Command {
  return new Command('serve')
    .description('Start the server; without a configuration it is a sandbox on this machine')
    .option('--data <folder>', 'folder for the database, the keys and the admin token')
    .option('--port <number>', 'port of the panels; 0 takes a free one')
    .option('--admin-port <number>', 'port of the admin interface; 0 takes a free one')
    .addOption(new Option('--config <file>', 'settings in JSON or YAML').env('DIPTYCH_CONFIG'))
    .addHelpText(
      'after',
      `
Every setting can also be a variable: issuer.nonceTtlSeconds is DIPTYCH_ISSUER_NONCE_TTL_SECONDS.
docs/configuration.md lists them all.

Examples:
  diptych serve --data ./diptych-data --port 8080 --admin-port 8081
  diptych serve --config diptych.yaml`,
    )
    .action(serve);
}
