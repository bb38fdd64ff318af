import { createHash } from 'node:crypto';
import { ErrorResponse, OPERATIONS } from '../../issuer/contract/index.ts';
import { issuerClient } from '../../wallet/index.ts';
import type { Need, Profile, Setup } from '../case.ts';
import { chosenCases } from '../catalogue.ts';
import type { Hooks } from '../hooks/client.ts';
import type { Report } from '../report/contract.ts';
import type { KnownFailures } from '../report/known-failures.ts';
import { makeReport, type RunFacts } from '../report/make-report.ts';
import { paceOf } from '../run/pace.ts';
import { recorder } from '../run/recorder.ts';
import { memberNames } from '../run/redact.ts';
import { type CaseResult, runCases } from '../run/run-cases.ts';
import { issuerBenches } from './bench.ts';
import { ISSUER_CATALOGUE } from './catalogue.ts';
import { connectionTo, type Target } from './target.ts';

export interface IssuerRun {
  readonly target: Target;
  readonly profile: Profile;
  readonly setup: readonly Setup[];
  readonly codes: readonly string[];
  readonly hooks?: Hooks;
  /** Names of cases, see `chosenCases`; default all of the profile. */
  readonly only?: readonly string[];
  readonly known: KnownFailures;
  /** Requests per second; 0 is without a limit. */
  readonly rate: number;
  /** Milliseconds for the whole run. */
  readonly budget: number;
  readonly runner: Report['runner'];
  readonly signedBy?: string;
  readonly onResult?: (result: CaseResult, done: number, all: number, requests: number) => void;
}

const KNOWN_MEMBERS = memberNames([
  ErrorResponse,
  ...Object.values(OPERATIONS).flatMap(({ request, response }) => [request, response]),
]);

async function certificatesOf(target: Target): Promise<Report['target']['certificates']> {
  const { transport } = connectionTo(target, paceOf(0), recorder(KNOWN_MEMBERS));
  const issuer = issuerClient({ baseUrl: target.baseUrl, issuerId: target.issuerId, transport });
  const digest = (text: string) => createHash('sha256').update(Buffer.from(text, 'base64')).digest('hex');
  const found = (operation: string, texts: readonly string[]) =>
    texts.map((text) => ({ operation, sha256: digest(text) }));
  const identity = issuer
    .getIdentityKey({})
    .then((answer) => found('getIdentityKey', answer.issuerIdentityCertificate));
  const encryption = issuer
    .getHybridEncryptionKey({})
    .then((answer) => found('getHybridEncryptionKey', [answer.issuerEncryptionCertificate]));
  const all = await Promise.allSettled([identity, encryption]);
  return all.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

/** The address without what could be a secret. */
function shownUrl(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return origin + pathname.replace(/\/+$/, '');
}

/** Runs the cases of a profile against an issuer. */
export async function runIssuer(run: IssuerRun): Promise<Report> {
  const { target, hooks, setup, codes } = run;
  const start = Date.now();
  const cases = chosenCases(ISSUER_CATALOGUE, run.profile, run.only);
  const certificates = await certificatesOf(target);
  const recorded = recorder(KNOWN_MEMBERS);
  const benches = await issuerBenches({
    target,
    hooks,
    codes,
    pace: paceOf(run.rate),
    recorder: recorded,
  });
  const has = (need: Need): boolean => {
    if (need === 'code') return codes.length > 0 || hooks !== undefined;
    if (need === 'caller credentials') return Object.keys(target.headers).length > 0;
    return need.startsWith('hook ') ? hooks !== undefined : setup.includes(need as Setup);
  };
  const results = await runCases({
    catalogue: ISSUER_CATALOGUE,
    cases,
    bench: benches.of,
    has,
    ended: () => (Date.now() - start > run.budget ? 'the time of the run was used up' : undefined),
    recorder: recorded,
    onResult: (result, done) => run.onResult?.(result, done, cases.length, recorded.requests),
  });
  const leftBehind = await benches.cleanUp();
  const facts: RunFacts = {
    runner: run.runner,
    target: { baseUrl: shownUrl(target.baseUrl), id: target.issuerId, certificates },
    profile: run.profile,
    setup,
    hooks: hooks !== undefined,
    start,
    end: Date.now(),
    requests: recorded.requests,
    ...(run.signedBy !== undefined && { signedBy: run.signedBy }),
    leftBehind,
  };
  return makeReport(ISSUER_CATALOGUE, results, run.known, facts);
}
