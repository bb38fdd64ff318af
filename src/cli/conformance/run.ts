import type { KeyObject } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalogue, chosenCases, describeCase } from '../../conformance/catalogue.ts';
import { hooksAt } from '../../conformance/hooks/client.ts';
import { ISSUER_CATALOGUE } from '../../conformance/issuer/catalogue.ts';
import { runIssuer } from '../../conformance/issuer/run-issuer.ts';
import { MEDIATION_CATALOGUE } from '../../conformance/mediation/catalogue.ts';
import { runMediation } from '../../conformance/mediation/run-mediation.ts';
import type { CaseReport, Report } from '../../conformance/report/contract.ts';
import { keyDigest, reportFiles } from '../../conformance/report/files.ts';
import { readKnownFailures } from '../../conformance/report/known-failures.ts';
import { isNewFailure, isUnexpectedPass } from '../../conformance/report/summary.ts';
import type { RunSettings } from '../../conformance/run/conduct.ts';
import { MINUTE } from '../../conventions/time.ts';
import { releaseFacts } from '../../server/release.ts';
import { atSignal, EXIT } from '../exit.ts';
import { UsageError } from '../failures.ts';
import { type Progress, print, progress, SILENT } from '../output.ts';
import { reach } from '../reach.ts';
import { table } from '../table/table.ts';
import { headersOf } from '../wallet/options.ts';
import { addressOf, type ConformanceOptions, fileOf, numberOf, rootOf, signKeyOf } from './settings.ts';

/** 128 and the number of SIGINT, as in a shell. */
const INTERRUPTED = 130;
const MOST_RATE = 1000;
const MOST_MINUTES = 600;

/** How a person follows a run, and ends it. */
interface Watched {
  readonly shown: Progress;
  readonly interrupted: AbortSignal;
}

/** What the command lists and checks names against. */
type Described = Pick<Catalogue<never>, 'name' | 'clauses' | 'cases'>;

const catalogueOf = (options: ConformanceOptions): Described =>
  options.interface === 'issuer' ? ISSUER_CATALOGUE : MEDIATION_CATALOGUE;

function list(options: ConformanceOptions): void {
  const catalogue = catalogueOf(options);
  const cases = chosenCases(catalogue, options.profile, options.only).map((one) =>
    describeCase(catalogue, one),
  );
  print({ cases }, options, () =>
    table(
      ['case', 'level', 'needs', 'what a correct server does'],
      cases.map(({ id, level, needs, title }) => [id, level, needs.join(', '), title]),
      { wide: options.wide, cut: ['what a correct server does'], wrap: true },
    ),
  );
}

function knownOf(options: ConformanceOptions) {
  const { knownFailures } = options;
  if (knownFailures === undefined) return {};
  const ids = new Set(catalogueOf(options).cases.map(({ id }) => id));
  const text = fileOf('--known-failures', knownFailures);
  try {
    return readKnownFailures(text, ids);
  } catch (error) {
    throw new UsageError(`--known-failures: ${(error as Error).message}`);
  }
}

const line = (mark: string, { id, title, reason = '' }: CaseReport) =>
  `${mark} ${id}: ${title}\n        ${reason}`;

/** What a person needs to know first. */
function textOf({ cases, summary, leftBehind }: Report): string {
  const failures = cases.filter(isNewFailure).map((one) => line('FAILED ', one));
  const warnings = cases.filter(({ result }) => result === 'warning').map((one) => line('warning', one));
  const passes = cases
    .filter(isUnexpectedPass)
    .map(({ id }) => `${id} passes now: remove it from the known failures`);
  const left = leftBehind.map((text) => `left behind: ${text}`);
  return [...failures, ...warnings, ...passes, ...left, summary].join('\n');
}

function writeReport(folder: string, report: Report, key: KeyObject | undefined): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of reportFiles(report, key)) writeFileSync(join(folder, name), content);
}

function codesOf({ codes }: ConformanceOptions): readonly string[] {
  if (codes === undefined) return [];
  return fileOf('--codes', codes)
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

function settingsOf(
  options: ConformanceOptions,
  key: KeyObject | undefined,
  { shown, interrupted }: Watched,
): RunSettings {
  const { profile, setup, only } = options;
  let failed = 0;
  return {
    profile,
    setup,
    known: knownOf(options),
    rate: numberOf('--rate', options.rate, MOST_RATE),
    budget: numberOf('--minutes', options.minutes, MOST_MINUTES) * MINUTE,
    interrupted,
    runner: releaseFacts(),
    ...(only && { only }),
    ...(key && { signedBy: keyDigest(key) }),
    onResult({ result }, done, all, requests) {
      if (result === 'fail') failed += 1;
      shown.at(`case ${done} of ${all}, ${requests} requests, ${failed} failed`);
    },
  };
}

/** Prepares the run on an issuer, before anything is sent. */
function issuerRun(options: ConformanceOptions, settings: RunSettings, baseUrl: string) {
  const { issuer: issuerId, hpkeContext = 'info', hooks, hooksTokenFile } = options;
  const token =
    hooksTokenFile === undefined ? undefined : fileOf('--hooks-token-file', hooksTokenFile).trim();
  const codes = codesOf(options);
  const rooted = options.root === undefined ? {} : { attestationRoot: rootOf(options.root) };
  const target = { baseUrl, issuerId, headers: headersOf(options), hpkeContext, ...rooted };
  const hooked = hooks === undefined ? {} : { hooks: hooksAt(hooks, token) };
  return () => runIssuer({ ...settings, ...hooked, target, codes });
}

function mediationRun(options: ConformanceOptions, settings: RunSettings, baseUrl: string) {
  const { account = '', adUnit } = options;
  if (!/^pub-\d+$/.test(account))
    throw new UsageError('--account takes the publisher account of a test, such as pub-1111111111111111');
  const target = { baseUrl, account, headers: headersOf(options), ...(adUnit !== undefined && { adUnit }) };
  return () => runMediation({ ...settings, target });
}

async function run(options: ConformanceOptions, watched: Watched): Promise<Report> {
  const baseUrl = addressOf(options);
  const key = options.signKey === undefined ? undefined : signKeyOf(options.signKey);
  const settings = settingsOf(options, key, watched);
  const prepare = options.interface === 'issuer' ? issuerRun : mediationRun;
  const start = prepare(options, settings, baseUrl);
  // Nothing is tested if nobody answers.
  await reach(baseUrl);
  const report = await start();
  if (report.cases.length === 0) throw new UsageError('--only names no case of the profile');
  if (options.report !== undefined) writeReport(options.report, report, key);
  return report;
}

export async function conformance(options: ConformanceOptions): Promise<void> {
  if (options.list) return list(options);
  const shown = options.json ? SILENT : progress();
  const interruption = new AbortController();
  // What the run made is deleted, and the report is written, also after Ctrl-C.
  const ignoreSignals = atSignal(() => interruption.abort());
  const report = await run(options, { shown, interrupted: interruption.signal }).finally(() => {
    ignoreSignals();
    shown.end();
  });
  print(report, options, () => textOf(report));
  if (interruption.signal.aborted) process.exitCode = INTERRUPTED;
  if (report.cases.some(isNewFailure)) process.exitCode = EXIT.failed;
}
