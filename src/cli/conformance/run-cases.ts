import type { KeyObject } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchWith } from '../../client/transport/tls-fetch.ts';
import { hooksAt } from '../../conformance/hooks/client.ts';
import { runIssuer } from '../../conformance/issuer/run-issuer.ts';
import { runMediation } from '../../conformance/mediation/run-mediation.ts';
import { runOpenid4vci } from '../../conformance/openid4vci/run-openid4vci.ts';
import type { Report } from '../../conformance/report/contract.ts';
import { keyDigest, reportFiles, SIGNATURE_FILES } from '../../conformance/report/files.ts';
import type { RunSettings } from '../../conformance/run/run-within-budget.ts';
import { newSeed } from '../../conformance/run/seed.ts';
import { releaseFacts } from '../../server/release.ts';
import { UsageError } from '../cli-errors.ts';
import type { Progress } from '../output.ts';
import type { ConformanceOptions } from './options.ts';
import type { Settings } from './settings.ts';

/** How a person follows a run, and ends it. */
export interface Watched {
  readonly shown: Progress;
  readonly interrupted: AbortSignal;
}

function writeReport(folder: string, report: Report, key: KeyObject | undefined): void {
  mkdirSync(folder, { recursive: true });
  // The signature of an earlier report in this folder does not fit this one.
  for (const name of SIGNATURE_FILES) rmSync(join(folder, name), { force: true });
  for (const [name, content] of reportFiles(report, key)) writeFileSync(join(folder, name), content);
}

function runSettings(
  { profile, setup, only }: ConformanceOptions,
  { signKey, known, seed = newSeed(), rate, budget }: Settings,
  { shown, interrupted }: Watched,
): RunSettings {
  let failed = 0;
  return {
    profile,
    setup,
    known,
    seed,
    rate,
    budget,
    interrupted,
    runner: releaseFacts(),
    ...(only && { only }),
    ...(signKey && { signedBy: keyDigest(signKey) }),
    onResult({ result }, done, all, requests) {
      if (result === 'fail') failed += 1;
      shown.at(`case ${done} of ${all}, ${requests} requests, ${failed} failed`);
    },
  };
}

function started(options: ConformanceOptions, settings: Settings, watched: Watched): Promise<Report> {
  const { issuer: issuerId, hpkeContext = 'info', hooks, adUnit } = options;
  const { baseUrl, headers, account, hooksToken, codes, attestationRoot, tls } = settings;
  const fetcher = tls && fetchWith(tls);
  const run = runSettings(options, settings, watched);
  if (options.interface === 'mediation') {
    const target = { baseUrl, account, headers, fetcher, ...(adUnit !== undefined && { adUnit }) };
    return runMediation({ ...run, target });
  }
  const hooked = hooks === undefined ? {} : { hooks: hooksAt(hooks, hooksToken) };
  if (options.interface === 'openid4vci') {
    const { clientId, redirectUri } = options;
    const target = { issuer: baseUrl, headers, clientId, redirectUri, attestationRoot, fetcher };
    return runOpenid4vci({ ...run, ...hooked, target, codes });
  }
  const target = {
    baseUrl,
    issuerId,
    headers,
    hpkeContext,
    fetcher,
    ...(attestationRoot && { attestationRoot }),
  };
  return runIssuer({ ...run, ...hooked, target, codes });
}

export async function runCases(
  options: ConformanceOptions,
  settings: Settings,
  watched: Watched,
): Promise<Report> {
  const report = await started(options, settings, watched);
  if (report.cases.length === 0) throw new UsageError('--only names no case of the profile');
  if (options.report !== undefined) writeReport(options.report, report, settings.signKey);
  return report;
}
