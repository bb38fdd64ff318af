import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Profile, Setup } from '../../conformance/case.ts';
import { type AttestationRoot, attestationRoot } from '../../wallet/index.ts';
import { UsageError } from '../failures.ts';

export interface ConformanceOptions {
  readonly baseUrl?: string;
  readonly interface: 'issuer' | 'mediation';
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

export function numberOf(option: string, text: string, most: number): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (number <= most) return number;
  throw new UsageError(`${option} takes a number from 0 to ${most}`);
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The address, if it may be tested. */
export function addressOf({ baseUrl, testSystem }: ConformanceOptions): string {
  const url = baseUrl === undefined ? null : URL.parse(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError('--base-url takes an address such as http://127.0.0.1:8080');
  if (url.username || url.password || url.search)
    throw new UsageError('--base-url takes no user, password or query; use --header for credentials');
  if (!testSystem && !LOOPBACK.test(url.hostname))
    throw new UsageError(
      `is ${url.hostname} a test system? Never run this against production; then add --test-system`,
    );
  return url.href;
}

/** @throws UsageError */
export function signKeyOf(path: string): KeyObject {
  try {
    const key = createPrivateKey(fileOf('--sign-key', path));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (error) {
    if (error instanceof UsageError) throw error;
  }
  throw new UsageError(
    `--sign-key: ${path} has no Ed25519 private key in PEM; make one with openssl genpkey -algorithm ed25519`,
  );
}

/** @throws UsageError */
export function rootOf(path: string): AttestationRoot {
  const pem = fileOf('--root', path);
  try {
    return attestationRoot(pem);
  } catch {
    throw new UsageError(`--root: ${path} does not have a certificate and its P-256 private key in PEM`);
  }
}
