import { createHash } from 'node:crypto';
import { ErrorResponse, OPERATIONS } from '../../issuer/contract/index.ts';
import { issuerClient } from '../../wallet/index.ts';
import type { Need, Setup } from '../case.ts';
import type { Hooks } from '../hooks/client.ts';
import type { Report } from '../report/contract.ts';
import { shownUrl } from '../run/address.ts';
import { paceOf } from '../run/pace.ts';
import { recorder } from '../run/recorder.ts';
import { memberNames } from '../run/redact.ts';
import { conduct, type RunSettings } from '../run/run-within-budget.ts';
import { randomFrom } from '../run/seed.ts';
import { issuerBenches } from './bench.ts';
import { ISSUER_CATALOGUE } from './catalogue.ts';
import { connectionTo, type Target } from './target.ts';

export interface IssuerRun extends RunSettings {
  readonly target: Target;
  readonly codes: readonly string[];
  readonly hooks?: Hooks;
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

/** Runs the cases of a profile against an issuer. */
export async function runIssuer(run: IssuerRun): Promise<Report> {
  const { target, hooks, setup, codes } = run;
  const certificates = await certificatesOf(target);
  const recorded = recorder(KNOWN_MEMBERS);
  const benches = await issuerBenches({
    target,
    hooks,
    codes,
    pace: paceOf(run.rate),
    recorder: recorded,
    random: randomFrom(run.seed),
  });
  const has = (need: Need): boolean => {
    if (need === 'code') return codes.length > 0 || hooks !== undefined;
    if (need === 'caller credentials') return Object.keys(target.headers).length > 0;
    return need.startsWith('hook ') ? hooks !== undefined : setup.includes(need as Setup);
  };
  return conduct(run, {
    catalogue: ISSUER_CATALOGUE,
    target: { baseUrl: shownUrl(target.baseUrl), id: target.issuerId, certificates },
    hooks: hooks !== undefined,
    recorder: recorded,
    has,
    bench: benches.of,
    cleanUp: benches.cleanUp,
  });
}
