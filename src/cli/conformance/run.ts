import { reach } from '../../client/transport/node.ts';
import type { Report } from '../../conformance/report/contract.ts';
import { baseOf } from '../../conformance/run/address.ts';
import { wellKnown } from '../../wallet/openid4vci/metadata.ts';
import { atSignal, EXIT } from '../exit.ts';
import { print, progress, SILENT } from '../output.ts';
import type { ConformanceOptions } from './options.ts';
import type { Watched } from './run-cases.ts';
import { settingsOf } from './settings.ts';

/** 128 and the number of SIGINT, as in a shell. */
const INTERRUPTED = 130;

/** An address of each interface. */
const PROBES: Readonly<Record<ConformanceOptions['interface'], (base: string) => string>> = {
  issuer: (base) => `${baseOf(base)}/v1/vdc/healthCheck`,
  mediation: (base) => `${baseOf(base)}/v1beta`,
  openid4vci: (issuer) => wellKnown('openid-credential-issuer', issuer),
};

/** Milliseconds. */
const PATIENCE = 30_000;

async function run(options: ConformanceOptions, watched: Watched): Promise<Report> {
  const settings = await settingsOf(options);
  // Ends the run if no server answers. HEAD, because the front page may be large; a redirect counts as an answer.
  const address = PROBES[options.interface](settings.baseUrl);
  await reach(address, { method: 'HEAD', signal: AbortSignal.timeout(PATIENCE), tls: settings.tls });
  const { runCases } = await import('./run-cases.ts');
  return runCases(options, settings, watched);
}

export async function conformance(options: ConformanceOptions): Promise<void> {
  if (options.list) return (await import('./catalogue.ts')).list(options);
  const shown = options.json ? SILENT : progress();
  const interruption = new AbortController();
  // What the run made is deleted, and the report is written, also after Ctrl-C.
  const ignoreSignals = atSignal(() => interruption.abort());
  const report = await run(options, { shown, interrupted: interruption.signal }).finally(() => {
    ignoreSignals();
    shown.end();
  });
  const { textOf } = await import('./report-text.ts');
  const { isNewFailure } = await import('../../conformance/report/summary.ts');
  print(report, options, () => textOf(report));
  if (interruption.signal.aborted) process.exitCode = INTERRUPTED;
  if (report.cases.some(isNewFailure)) process.exitCode = EXIT.failed;
}
