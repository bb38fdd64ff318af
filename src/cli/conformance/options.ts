import { readFileSync } from 'node:fs';
import type { Profile, Setup } from '../../conformance/case.ts';
import { UsageError } from '../cli-errors.ts';
import type { ClientTlsOptions } from '../tls-options.ts';

export interface ConformanceOptions extends ClientTlsOptions {
  readonly baseUrl?: string;
  readonly interface: 'issuer' | 'mediation' | 'openid4vci';
  readonly clientId?: string;
  readonly redirectUri?: string;
  readonly account?: string;
  readonly adUnit?: string;
  readonly issuer: string;
  readonly profile: Profile;
  readonly only?: readonly string[];
  readonly header?: readonly string[];
  readonly codes?: string;
  readonly hooks?: string;
  readonly hooksTokenFile?: string;
  readonly root?: string;
  readonly setup: readonly Setup[];
  readonly hpkeContext?: 'info' | 'aad';
  readonly knownFailures?: string;
  readonly report?: string;
  readonly signKey?: string;
  readonly testSystem?: boolean;
  readonly seed?: string;
  readonly rate: string;
  readonly minutes: string;
  readonly list?: boolean;
  readonly json?: boolean;
  readonly wide?: boolean;
}

/** The text of a file that an option names. */
export function fileOf(option: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new UsageError(`${option}: the file ${path} cannot be read`);
  }
}
