import type { Profile, Setup } from '../../conformance/case.ts';
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
