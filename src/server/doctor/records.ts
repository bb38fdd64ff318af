import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FaultName, LookupOutcome, ObservedLookup } from '../../connector/index.ts';
import type { Settings } from '../config/settings.ts';
import { recordSource } from '../issuer/http-clients.ts';
import { issuerPolicy } from '../issuer/issuer-policy.ts';
import { type Check, type Finding, failure, ok, type Subject, validity, warning } from './findings.ts';

/** An unknown id, so that the answer is a refusal and the lookup claims and changes nothing. */
const NOBODY = 'diptych-doctor';

/** In milliseconds. Wallets wait for a lookup, and slower ones are near its time limit. */
const SLOW = 1000;

const CONTRACT = [
  'violates the contract',
  'check issuer.records.url, and compare the answer with docs/examples/system-of-record/openapi.json',
] as const;

/** The meaning and the remedy of each fault; any other fault violates the contract. */
const FAULTS: Partial<Record<LookupOutcome, readonly [text: string, remedy: string]>> = {
  connection: [
    'cannot be reached',
    'see that it runs, that issuer.records.url names it, and that nothing between keeps connections away; one that asks for a client certificate may end them without a word: issuer.records.clientCertificate',
  ],
  busy: ['answers 502, 503 or 504', 'look at it and at the proxy before it'],
  tls: [
    'is not trusted, or does not take our certificate',
    'issuer.records.ca must contain its authority, and its certificate must name the host of issuer.records.url; with mTLS it must trust issuer.records.clientCertificate',
  ],
  timeLimit: ['gave no answer within 3 s', 'make it faster: no wallet waits longer'],
  credentials: [
    'refuses the credentials of this server, or the token file cannot be read',
    'compare issuer.records.tokenFile or issuer.records.clientCertificate with the credentials that it accepts',
  ],
} satisfies Partial<Record<FaultName, readonly [string, string]>>;

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';

function judged({ outcome, milliseconds, cause }: ObservedLookup): Finding {
  const took = `${Math.round(milliseconds)} ms`;
  if (outcome === 'found' || outcome === 'recordUnusable' || outcome === 'otherRecord') {
    const remedy = 'an id that it does not know is recordMissing; see docs/integrate/system-of-record.md';
    return failure(`the system of record has a record for ${NOBODY}, an id that does not exist`, remedy);
  }
  if (outcome.startsWith('record')) {
    const text = `the system of record answered after ${took}`;
    return milliseconds < SLOW ? ok(text) : warning(text, 'make it faster: wallets wait 3 s at most');
  }
  const [text, remedy] = FAULTS[outcome] ?? CONTRACT;
  return failure(`the system of record ${text}: ${outcome}${codeOf(cause)}, after ${took}`, remedy);
}

/** Makes a lookup like a server, with its limits and retries. */
async function asked({ settings, now }: Subject): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const source = recordSource(settings, issuerPolicy(settings), () => now, {
    lookup: (lookup) => findings.push(judged(lookup)),
    circuit: () => {},
  });
  await source?.byId(NOBODY, randomUUID());
  await source?.close();
  return findings;
}

function clientCertificate({ issuer }: Settings, now: number): readonly Finding[] {
  const { clientCertificate: path } = issuer.records;
  if (path === undefined) return [];
  const name = `issuer.records.clientCertificate (${path})`;
  return [validity(name, readFileSync(path, 'utf8'), now, 'renew it, and start the server again')];
}

/** If a system of record is configured, its answer conforms to the contract. */
export const records: Check = async (subject) => {
  const { settings, now } = subject;
  if (settings.issuer.records.source === 'table') return [ok('records are in the built-in table')];
  return [...(await asked(subject)), ...clientCertificate(settings, now)];
};
