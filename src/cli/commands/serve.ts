import { Command, Option } from 'commander';
import { DISCOVERY_PATH, PREFIX } from '../../http/mediation/index.ts';
import { endpointsOf } from '../../http/oauth/index.ts';
import { loadSettings } from '../../server/config/load.ts';
import type { Settings } from '../../server/config/settings.ts';
import { type Server, startServer } from '../../server/start.ts';
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

/** Where the interfaces are, in the words of the documentation. */
function addressesOf(
  { url, issuerUrl, adminUrl, context }: Server,
  { oauth }: Settings,
): Readonly<Record<string, string>> {
  return {
    'issuer panel': `${issuerUrl}/v1/vdc/`,
    'mediation panel': `${url}${PREFIX}/`,
    'discovery document': `${url}${DISCOVERY_PATH}?version=${PREFIX.slice(1)}`,
    ...(oauth.embedded && { 'OAuth sign-in': endpointsOf(context.accounts.address.url()).authorization }),
    admin: `${adminUrl}/admin/v1/`,
  };
}

const rows = (addresses: Readonly<Record<string, string>>) =>
  Object.entries(addresses)
    .map(([name, address]) => `${name.padEnd(20)}${address}\n`)
    .join('');

async function serve({ config, data, port, adminPort }: ServeOptions): Promise<void> {
  const file = config ?? process.env.DIPTYCH_CONFIG;
  const options = { data, port: portNumber(port), adminPort: portNumber(adminPort) };
  const settings = loadSettings({ file, environment: process.env, options });
  const server = await startServer(settings);
  process.stdout.write(rows(addressesOf(server, settings)));
  closeOnSignal(() => server.close());
  // Where there is a terminal the signal says that it is gone, and the server goes with it.
  if (!process.stdin.isTTY) process.on('SIGHUP', () => server.reload());
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
