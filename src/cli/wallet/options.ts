import { type Command, Option } from 'commander';
import type { AttestationProfile } from '../../wallet/index.ts';
import { UsageError } from '../cli-errors.ts';
import { collect, TEST_ROOT } from '../options.ts';
import { type ClientTlsOptions, TLS_CONTEXT, withTlsOptions } from '../tls-options.ts';

/** How a credential reaches the phone. */
export const CHANNELS = ['wallet-platform', 'openid4vci'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The options of every wallet command that calls the issuer. */
export interface WalletOptions extends ClientTlsOptions {
  readonly state: string;
  readonly channel?: Channel;
  readonly offer?: string;
  readonly txCode?: string;
  readonly clientId?: string;
  readonly redirectUri?: string;
  readonly root?: string;
  readonly server?: string;
  readonly issuer?: string;
  readonly header?: readonly string[];
  readonly plain?: boolean;
  readonly hpkeContext?: 'info' | 'aad';
  readonly docType?: string;
  readonly profile?: AttestationProfile;
  readonly dialect?: AttestationProfile;
  readonly fault?: string;
  readonly verbose?: boolean;
  readonly json?: boolean;
}

export const DEFAULT_STATE = 'wallet-state.json';

export function withStateOptions(command: Command): Command {
  return command
    .option('--state <file>', 'where the phone keeps its keys and data', DEFAULT_STATE)
    .option('--json', 'print the result as JSON');
}

/** Adds these options to a command. */
export function withWalletOptions(command: Command): Command {
  return withTlsOptions(withStateOptions(command))
    .option(...TLS_CONTEXT)
    .addOption(
      new Option('--channel <name>', 'default: that of the state file, else wallet-platform').choices(
        CHANNELS,
      ),
    )
    .option(
      '--server <url>',
      'base address of the issuer; default: that of the state file, else http://127.0.0.1:8080',
    )
    .option('--issuer <id>', 'issuer id; default: that of the state file, else Sandbox_US_MDL')
    .option(
      '--header <name:value>',
      'header of every request, for caller credentials; may be repeated',
      collect,
    )
    .option('--plain', 'send and ask for values unencrypted, which a sandbox may allow')
    .addOption(new Option('--hpke-context <place>', 'where the context string goes').choices(['info', 'aad']))
    .option('--doc-type <type>', 'document type to request; default: org.iso.18013.5.1.mDL')
    .addOption(
      new Option('--profile <kind>', 'how the key is attested; hardware has tag 721').choices([
        'hardware',
        'keystore',
      ]),
    )
    .addOption(
      new Option('--dialect <kind>', 'encoding of the proof of provisioning').choices([
        'hardware',
        'keystore',
      ]),
    )
    .option(...TEST_ROOT)
    .option('--fault <name>', 'commit this fault; `diptych wallet faults` lists them')
    .option('--verbose', 'print requests and responses to standard error');
}

/** Adds the options of the commands that OpenID4VCI has too. */
export function withVciOptions(command: Command): Command {
  return command
    .option('--client-id <id>', 'openid4vci: the client id of the wallet; default: none')
    .option('--redirect-uri <url>', 'openid4vci: where the browser returns, for the authorization code');
}

/** Parses `name: value` pairs. @throws UsageError */
export function headersOf({ header = [] }: Pick<WalletOptions, 'header'>): Readonly<Record<string, string>> {
  const pairs = header.map((text) => {
    const colon = text.indexOf(':');
    if (colon < 1) throw new UsageError('--header takes NAME:VALUE, for example "authorization: Bearer …"');
    return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()] as const;
  });
  return Object.fromEntries(pairs);
}

/** @throws UsageError */
export function countOf(text: string, least: number): number {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (count >= least && count <= 1000) return count;
  throw new UsageError(`--count takes a number from ${least} to 1000`);
}
