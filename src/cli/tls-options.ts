import { type Command, Option } from 'commander';
import type { ClientTls } from '../client/transport/client-tls.ts';

/** How a command proves itself to a server, and which servers it trusts, for servers with mutual TLS. */
export interface ClientTlsOptions {
  readonly clientCert?: string;
  readonly clientKey?: string;
  readonly ca?: string;
}

const OPTIONS = [
  new Option('--client-cert <file>', 'client certificate with its chain, PEM').env('DIPTYCH_CLIENT_CERT'),
  new Option('--client-key <file>', 'its private key, PEM').env('DIPTYCH_CLIENT_KEY'),
  new Option('--ca <file>', 'roots that the server is trusted by, too; PEM').env('DIPTYCH_CA'),
];

/** Adds the options to a command. */
export function withTlsOptions(command: Command): Command {
  for (const one of OPTIONS) command.addOption(one);
  return command;
}

/** The files that the options name; undefined if they name none. @throws UsageError */
export async function tlsOf({ clientCert, clientKey, ca }: ClientTlsOptions): Promise<ClientTls | undefined> {
  const named = {
    ...(clientCert !== undefined && { clientCert }),
    ...(clientKey !== undefined && { clientKey }),
    ...(ca !== undefined && { ca }),
  };
  return Object.keys(named).length === 0 ? undefined : (await import('./client-tls.ts')).readTls(named);
}
