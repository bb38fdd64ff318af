import type { AddressInfo } from 'node:net';
import { type ConnectionOptions, connectionOf } from '../../admin/connection.ts';
import { UsageError } from '../../cli-errors.ts';
import { closeOnSignal } from '../../exit.ts';
import { documentTypeOf } from '../../holders/type-option.ts';
import { readOptionFile } from '../../options.ts';
import { writeError, writeOut } from '../../output.ts';
import { numberOf } from '../settings.ts';
import { adminActions } from './admin-actions.ts';
import { hooksServer } from './server.ts';

interface Options extends ConnectionOptions {
  readonly port: string;
  readonly hooksTokenFile: string;
  readonly country: string;
  readonly type: string;
  readonly heldType?: string;
}

const MOST_PORT = 65_535;
const MIN_TOKEN = 16;

function tokenOf(path: string): string {
  const token = readOptionFile('--hooks-token-file', path).trim();
  if (token.length >= MIN_TOKEN) return token;
  throw new UsageError(`--hooks-token-file: the token in ${path} has fewer than ${MIN_TOKEN} characters`);
}

/** Serves the hooks on this machine until it is stopped. */
export async function serveHooks(options: Options): Promise<void> {
  const { heldType, country, type } = options;
  const server = hooksServer({
    actions: adminActions({
      connection: connectionOf(options),
      country,
      documentType: documentTypeOf(type),
      ...(heldType !== undefined && { heldType: documentTypeOf(heldType) }),
      clock: Date.now,
    }),
    token: tokenOf(options.hooksTokenFile),
    onError: (action, error) => writeError(`${action}: ${(error as Error).message}\n`),
  });
  const port = numberOf('--port', options.port, MOST_PORT);
  await new Promise<void>((ready, failed) => {
    server.on('error', () =>
      failed(new UsageError(`the port ${port} is in use; choose another with --port`)),
    );
    server.listen(port, '127.0.0.1', ready);
  });
  const address = server.address() as AddressInfo;
  writeOut(`hooks at http://127.0.0.1:${address.port}\n`);
  closeOnSignal(
    () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  );
}
