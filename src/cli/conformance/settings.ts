import type { KeyObject } from 'node:crypto';
import type { ClientTls } from '../../client/transport/client-tls.ts';
import type { KnownFailures } from '../../conformance/report/known-failures.ts';
import { MINUTE } from '../../conventions/time.ts';
import type { AttestationRoot } from '../../wallet/index.ts';
import { isLoopback } from '../../wallet/openid4vci/transport.ts';
import { UsageError } from '../cli-errors.ts';
import { readOptionFile } from '../options.ts';
import { tlsOf } from '../tls-options.ts';
import { headersOf } from '../wallet/options.ts';
import type { ConformanceOptions } from './options.ts';

export function numberOf(option: string, text: string, most: number): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (number <= most) return number;
  throw new UsageError(`${option} takes a number from 0 to ${most}`);
}

/** The address, if it may be tested. */
function addressOf({ baseUrl = '', testSystem, interface: tested }: ConformanceOptions): string {
  const url = URL.parse(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError('--base-url takes an address such as http://127.0.0.1:8080');
  if (url.username || url.password || url.search)
    throw new UsageError('--base-url takes no user, password or query; use --header for credentials');
  if (!testSystem && !isLoopback(url))
    throw new UsageError(
      `is ${url.hostname} a test system? Never run this against production; then add --test-system`,
    );
  // The identifier of an issuer by OpenID4VCI is compared letter by letter.
  return tested === 'openid4vci' ? baseUrl : url.href;
}

function codesOf({ codes }: ConformanceOptions): readonly string[] {
  if (codes === undefined) return [];
  return readOptionFile('--codes', codes)
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

function seedOf({ seed }: ConformanceOptions): string | undefined {
  if (seed === undefined || /^[\w-]{1,64}$/.test(seed)) return seed;
  throw new UsageError('--seed takes the seed of a report: 1 to 64 letters, digits, "-" and "_"');
}

/** The publisher account of a test of the mediation interface. */
function accountOf({ interface: tested, account = '' }: ConformanceOptions): string {
  if (tested !== 'mediation' || /^pub-\d+$/.test(account)) return account;
  throw new UsageError('--account takes the publisher account of a test, such as pub-1111111111111111');
}

const MOST_RATE = 1000;
const MOST_MINUTES = 600;

/** What the options say, with the files that they name. */
export interface Settings {
  readonly baseUrl: string;
  readonly signKey: KeyObject | undefined;
  readonly known: KnownFailures;
  /** Most requests in a second. */
  readonly rate: number;
  /** Longest time of the run in milliseconds. */
  readonly budget: number;
  /** Of everything random; a new one if undefined. */
  readonly seed: string | undefined;
  readonly hooksToken: string | undefined;
  readonly codes: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: ClientTls | undefined;
  readonly account: string;
  readonly attestationRoot: AttestationRoot | undefined;
}

/** Everything that can be wrong with the options, before anything is sent. @throws UsageError */
export async function settingsOf(options: ConformanceOptions): Promise<Settings> {
  const { signKey, knownFailures, hooksTokenFile, root } = options;
  return {
    baseUrl: addressOf(options),
    signKey: signKey === undefined ? undefined : (await import('./sign-key.ts')).signKeyOf(signKey),
    known:
      knownFailures === undefined ? {} : (await import('./catalogue.ts')).knownIn(knownFailures, options),
    rate: numberOf('--rate', options.rate, MOST_RATE),
    budget: numberOf('--minutes', options.minutes, MOST_MINUTES) * MINUTE,
    seed: seedOf(options),
    hooksToken:
      hooksTokenFile === undefined ? undefined : readOptionFile('--hooks-token-file', hooksTokenFile).trim(),
    codes: codesOf(options),
    headers: headersOf(options),
    tls: await tlsOf(options),
    account: accountOf(options),
    attestationRoot: root === undefined ? undefined : (await import('./test-root.ts')).rootOf(root),
  };
}
