import type { Need } from '../case.ts';
import type { Hooks } from '../hooks/client.ts';
import type { Report } from '../report/contract.ts';
import { shownUrl } from '../run/address.ts';
import { paceOf } from '../run/pace.ts';
import { recorder } from '../run/recorder.ts';
import { conduct, type RunSettings } from '../run/run-within-budget.ts';
import { randomFrom } from '../run/seed.ts';
import { vciBenches } from './bench.ts';
import { VCI_CATALOGUE } from './catalogue.ts';
import { lineOf } from './offers.ts';
import { VCI_MEMBERS, type VciTarget } from './target.ts';

export interface VciRun extends RunSettings {
  readonly target: VciTarget;
  /** Offers or codes, each with its transaction code if it has one. */
  readonly codes: readonly string[];
  readonly hooks?: Hooks;
}

/** Runs the cases of a profile against an issuer by OpenID4VCI. */
export async function runOpenid4vci(run: VciRun): Promise<Report> {
  const { target, codes, hooks } = run;
  const recorded = recorder(VCI_MEMBERS);
  const benches = vciBenches({
    ...{ target, hooks, recorder: recorded },
    pace: paceOf(run.rate),
    lines: codes,
    random: randomFrom(run.seed),
  });
  await benches.setClock();
  const asks = await benches.asks();
  // No case is about these requests.
  recorded.take();
  const has = (need: Need): boolean => {
    if (need === 'code') return codes.length > 0 || hooks !== undefined;
    if (need === 'transaction code')
      return hooks !== undefined || codes.some((line) => lineOf(line).txCode !== undefined);
    if (need === 'client') return target.clientId !== undefined && target.redirectUri !== undefined;
    return run.setup.includes('testRoot') && (need === 'attested wallets' ? asks.wallets : asks.keys);
  };
  return conduct(run, {
    catalogue: VCI_CATALOGUE,
    target: { baseUrl: shownUrl(target.issuer), id: target.issuer, certificates: [] },
    hooks: hooks !== undefined,
    recorder: recorded,
    has,
    bench: benches.of,
    cleanUp: benches.cleanUp,
  });
}
