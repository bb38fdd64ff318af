import { HOLDER_PATHS } from '../../http/holders/paths.ts';
import { DISCOVERY_PATH, PREFIX } from '../../http/mediation/index.ts';
import { endpointsOf } from '../../http/oauth/index.ts';
import { vciIssuer } from '../../http/vci/paths.ts';
import { type LoadedSettings, loadWithOrigins } from '../../server/config/load-settings.ts';
import type { Settings } from '../../server/config/settings.ts';
import { letHeapGrow } from '../../server/process/heap-growth.ts';
import { startAlone } from '../../server/process/start-alone.ts';
import { type Server, startServer } from '../../server/process/start-server.ts';
import { isWorker, leaveWorkers, tellListening } from '../../server/process/worker.ts';
import { startWorkers } from '../../server/process/workers.ts';
import { openable } from '../../server/sign-in/console.ts';
import { closeOnSignal } from '../exit.ts';
import { writeError, writeOut } from '../output.ts';

interface ServeOptions {
  readonly config?: string;
  readonly data?: string;
  readonly port?: string;
  readonly adminPort?: string;
  readonly workers?: string;
}

function number(text: string | undefined): unknown {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : text;
}

/** The addresses of the interfaces, in the terms of the documentation. */
function addressesOf(
  { context, ...server }: Server,
  { oauth, console, issuer: { wallets, addToWallet } }: Settings,
): Readonly<Record<string, string>> {
  const { issuer, mediation } = context;
  const [url, issuerUrl, adminUrl] = [server.url, server.issuerUrl, server.adminUrl].map(openable);
  const operators = context.consoleAddress.urlHere();
  const named = context.accounts.address.url();
  const publicUrl = openable(named);
  return {
    ...(issuer && { 'issuer panel': `${issuerUrl}/v1/vdc/` }),
    ...(issuer && wallets.documentTypes && { 'OpenID4VCI issuer': vciIssuer(named) }),
    ...(issuer &&
      addToWallet.holderPage === 'on' && { 'page for holders': `${publicUrl}${HOLDER_PATHS.page}` }),
    ...(mediation && {
      'mediation panel': `${url}${PREFIX}/`,
      'discovery document': `${url}${DISCOVERY_PATH}?version=${PREFIX.slice(1)}`,
    }),
    ...(oauth.embedded && { 'OAuth sign-in': endpointsOf(publicUrl).authorization }),
    admin: `${adminUrl}/admin/v1/`,
    ...(operators !== undefined && { "operators' console": operators }),
    ...(mediation && console.enabled && { 'mediation console': `${publicUrl}/console/` }),
  };
}

const rows = (addresses: Readonly<Record<string, string>>) =>
  Object.entries(addresses)
    .map(([name, address]) => `${name.padEnd(20)}${address}\n`)
    .join('');

interface Running {
  reload(): void;
  close(): Promise<void>;
}

/** Less than 30 seconds, after which most supervisors kill a process that they asked to stop. */
const DRAIN = { grace: 1000, longest: 20_000 };

/** Serves in this process. */
async function listening({ settings, origins }: LoadedSettings): Promise<Running> {
  letHeapGrow();
  const server = await startServer(settings, { origins, drain: DRAIN });
  const text = rows(addressesOf(server, settings));
  if (isWorker()) tellListening(text);
  else writeOut(text);
  return server;
}

/** Serves in several worker processes. */
async function served(settings: Settings): Promise<Running> {
  const { workers, data } = settings;
  const started = await startWorkers(workers, (text) => writeError(`diptych: ${text}\n`));
  writeOut(`${started.addresses}${'workers'.padEnd(20)}${workers} processes on ${data}\n`);
  return started;
}

/** Workers share the addresses and the folder of the main process. */
function running(loaded: LoadedSettings): Promise<Running> {
  const { settings } = loaded;
  if (isWorker()) return listening(loaded);
  return startAlone(settings, () => (settings.workers > 1 ? served(settings) : listening(loaded)));
}

export async function serve({ config, data, port, adminPort, workers }: ServeOptions): Promise<void> {
  const file = config ?? process.env.DIPTYCH_CONFIG;
  const numbers = { port: number(port), adminPort: number(adminPort), workers: number(workers) };
  const loaded = loadWithOrigins({ file, environment: process.env, options: { data, ...numbers } });
  const starting = running(loaded);
  // A process that gets the signal while it starts may already have answered requests. So it finishes its
  // start and then shuts down gracefully.
  closeOnSignal(async () => (await starting).close());
  const server = await starting.catch((error: unknown) => {
    leaveWorkers();
    throw error;
  });
  // With a terminal, the signal means that the terminal was closed: the server stops.
  if (!process.stdin.isTTY) process.on('SIGHUP', () => server.reload());
}
