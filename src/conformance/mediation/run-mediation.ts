import { METHODS, type Method } from '../../mediation/contract/index.ts';
import type { Report } from '../report/contract.ts';
import { shownUrl } from '../run/address.ts';
import { paceOf } from '../run/pace.ts';
import { recorder } from '../run/recorder.ts';
import { memberNames } from '../run/redact.ts';
import { conduct, type RunSettings } from '../run/run-within-budget.ts';
import { idsFrom, randomFrom } from '../run/seed.ts';
import { type MediationTarget, mediationBench } from './bench.ts';
import { MEDIATION_CATALOGUE } from './catalogue.ts';

export interface MediationRun extends RunSettings {
  readonly target: MediationTarget;
}

const MESSAGES = Object.values(METHODS).flatMap((method: Method) => [method.request, method.response]);

/** Members of google.rpc.Status, and of all requests and answers. */
const KNOWN_MEMBERS = new Set(['error', 'code', 'message', 'status', 'details', ...memberNames(MESSAGES)]);

/** Runs the cases of a profile against a server of the mediation interface. */
export async function runMediation(run: MediationRun): Promise<Report> {
  const { target } = run;
  const recorded = recorder(KNOWN_MEMBERS);
  const bench = mediationBench(target, paceOf(run.rate), recorded, idsFrom(randomFrom(run.seed)));
  return conduct(run, {
    catalogue: MEDIATION_CATALOGUE,
    target: { baseUrl: shownUrl(target.baseUrl), id: target.account, certificates: [] },
    hooks: false,
    recorder: recorded,
    has: (need) =>
      need === 'ad unit' ? target.adUnit !== undefined : Object.keys(target.headers).length > 0,
    bench: () => bench,
    cleanUp: async () => bench.made(),
  });
}
