import { type Command, Option } from 'commander';
import type { ClientTls } from '../client/transport/client-tls.ts';
import { UsageError } from './cli-errors.ts';
import type { TlsFiles } from './sign-in/contexts.ts';

/** How a command proves itself to a server, and which servers it trusts, for servers with mutual TLS. */
export interface ClientTlsOptions extends TlsFiles {
  /** The context whose files count if none is named. */
  readonly context?: string;
}

const OPTIONS = [
  new Option('--client-cert <file>', 'client certificate with its chain, PEM').env('DIPTYCH_CLIENT_CERT'),
  new Option('--client-key <file>', 'its private key, PEM').env('DIPTYCH_CLIENT_KEY'),
  new Option('--ca <file>', 'roots that the server is trusted by, too; PEM').env('DIPTYCH_CA'),
];

/** For a command that takes no context otherwise. */
export const TLS_CONTEXT = ['--context <name>', 'context with these files, by diptych contexts tls'] as const;

/** Adds the options to a command. */
export function withTlsOptions(command: Command): Command {
  for (const one of OPTIONS) command.addOption(one);
  return command;
}

/** The files of a context. @throws UsageError if there is no such context */
async function ofContext(name: string): Promise<TlsFiles> {
  const { checkedName, contextIn } = await import('./sign-in/contexts.ts');
  const { readContexts } = await import('./sign-in/contexts-file.ts');
  const context = contextIn(readContexts(), checkedName(name));
  if (context) return context.tls ?? {};
  throw new UsageError(`--context: there is no context ${name}; diptych contexts list shows them`);
}

/** The files that options or their context name; undefined if they name none. @throws UsageError */
export async function tlsOf({ context, ...options }: ClientTlsOptions): Promise<ClientTls | undefined> {
  const isNamed = [options.clientCert, options.clientKey, options.ca].some((one) => one !== undefined);
  if (isNamed) return (await import('./client-tls.ts')).readTls(options);
  const kept = context === undefined ? {} : await ofContext(context);
  return Object.keys(kept).length === 0 ? undefined : (await import('./client-tls.ts')).readTls(kept);
}
