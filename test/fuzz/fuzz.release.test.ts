import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newOperator } from '../support/operator.ts';
import { runs } from '../support/runs.ts';
import { isMeasured } from '../support/target.ts';
import { MANY } from './support/contents.ts';
import { faultOf, judged, quietHealthChecks, stallLimit, waitLimit } from './support/judge.ts';
import { randomRequests } from './support/random.ts';
import { worstOfEach } from './support/report.ts';
import type { FuzzRequest } from './support/request.ts';
import { type Stage, useStage } from './support/stage.ts';
import { worstAdminRequests } from './support/worst/admin.ts';
import { worstIssuerRequests } from './support/worst/issuer.ts';
import { largeStores } from './support/worst/large-stores.ts';
import { worstPanelRequests } from './support/worst/panels.ts';
import { pipelines } from './support/worst/pipelines.ts';
import { fullBatches, importLargeFile } from './support/worst/statistics.ts';

const MB = 1_000_000;
const SECONDS = Number(process.env.TEST_FUZZ_SECONDS ?? runs(3));
const SEED = Number(process.env.TEST_FUZZ_SEED ?? 20_261_123);
const HOUR = 3_600_000;
/** Memory that caches may add as they fill up during the whole run. */
const GROWTH = 64 * MB;

const stage = useStage(MANY);
const worst = worstOfEach();

async function limits() {
  const quiet = await quietHealthChecks(stage());
  const allowed = { stall: stallLimit(quiet), wait: waitLimit(quiet), memory: 192 * MB, strict: isMeasured };
  return { quiet, allowed };
}

/** Many requests at once on one connection. */
const AT_ONCE = 1000;

const KINDS: Readonly<Record<string, (stage: Stage) => readonly FuzzRequest[]>> = {
  'the largest requests to the issuer': worstIssuerRequests,
  'the largest requests to the panels': worstPanelRequests,
  'the largest requests to the administration': worstAdminRequests,
  'many requests at once on one connection': (to) => pipelines(to, AT_ONCE),
  'reports on many feeds, lists of many groups, and filters of a large log': largeStores,
};

it.each(Object.entries(KINDS))('%s do not delay others', { timeout: HOUR }, async (_, requests) => {
  const { quiet, allowed } = await limits();
  const faults: string[] = [];
  for (const request of requests(stage())) {
    const toll = await judged(stage(), request, allowed);
    worst.take(toll);
    const fault = faultOf(toll, allowed);
    if (fault !== undefined) faults.push(fault);
  }
  console.log(worst.text(quiet));
  expect(faults).toEqual([]);
});

it('full batches of statistics, and the import of a large file, do not delay others', {
  timeout: HOUR,
}, async () => {
  const { target } = stage();
  const { allowed } = await limits();
  const stalls: [name: string, stall: number][] = [];
  for (const { name, send } of await fullBatches(stage())) {
    let round = 0;
    // The first round fills caches. Of the others the lowest counts, because other processes slow down single rounds.
    let [stored, stall] = [await send(round), Number.POSITIVE_INFINITY];
    do {
      round += 1;
      const toll = await target.toll(async () => {
        stored = await send(round);
      });
      stall = Math.min(stall, toll.stalled);
    } while (round < 4 && stall > allowed.stall);
    stalls.push([`${name} (${stored} rows are stored)`, stall]);
  }
  const toll = await target.toll(() => importLargeFile(stage()));
  stalls.push(['the import of a large file', toll.stalled]);
  console.log(stalls.map(([name, stall]) => `stall ${stall.toFixed(1)} ms · ${name}`).join('\n'));
  expect(stalls.filter(([, stall]) => stall > allowed.stall)).toEqual([]);
});

it('hashing and checking a password does not delay other requests', async () => {
  const { target, urls } = stage();
  const { connection } = target;
  const { allowed } = await limits();
  const toll = await target.toll(() => newOperator({ url: urls.panels, connection }, 'viewer'));
  expect(toll.stalled).toBeLessThan(allowed.stall);
});

it('random requests for TEST_FUZZ_SECONDS cause no 5xx, no stall and no growth of memory', {
  timeout: 2 * SECONDS * 1000 + HOUR,
}, async () => {
  const { meter } = stage().target;
  const { quiet, allowed } = await limits();
  let live = 0;
  let sent = 0;
  const property = fc.asyncProperty(randomRequests(stage()), async (request) => {
    sent += 1;
    // Memory is compared from here on, because the caches are full by now.
    if (sent === 1000) live = await meter.live();
    const toll = await judged(stage(), request, allowed);
    worst.take(toll);
    expect(faultOf(toll, allowed)).toBeUndefined();
  });
  await fc.assert(property, { numRuns: 2 ** 31, seed: SEED, interruptAfterTimeLimit: SECONDS * 1000 });
  console.log(`${sent} random requests, seed ${SEED}\n${worst.text(quiet)}`);
  if (live > 0) expect((await meter.live()) - live).toBeLessThan(GROWTH);
});
