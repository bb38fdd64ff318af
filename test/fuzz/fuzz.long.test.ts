import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../support/runs.ts';
import { FEW } from './support/contents.ts';
import { faultOf, judged, quietHealthChecks, stallLimit } from './support/judge.ts';
import { offenders } from './support/offenders.ts';
import { randomRequests } from './support/random.ts';
import { useStage } from './support/stage.ts';
import { largeStores } from './support/worst/large-stores.ts';
import { pipelines } from './support/worst/pipelines.ts';

const MB = 1_000_000;
const REQUESTS = 250;
/** What caches that fill up may add: less than keeping what the second half sends and receives, 20 MB. */
const GROWTH = 16 * MB;

const stage = useStage(FEW);

async function limits() {
  const stall = stallLimit(await quietHealthChecks(stage()));
  return { stall, wait: stall, memory: 256 * MB, strict: false };
}

it('requests that once failed, stalled or used much memory now pass', async () => {
  const allowed = await limits();
  for (const request of offenders(stage()))
    expect(faultOf(await judged(stage(), request, allowed), allowed)).toBeUndefined();
});

/** One of so many: the release test sends all. */
const SAMPLE = 16;

it('many requests at once, and requests that read many feeds, groups and entries, do not delay others', async () => {
  const allowed = await limits();
  const requests = [...pipelines(stage(), 50), ...largeStores(stage())];
  for (const request of requests.filter((__, index) => index % SAMPLE === 0))
    expect(faultOf(await judged(stage(), request, allowed), allowed)).toBeUndefined();
});

it('random requests to every listener cause no 5xx, no stall and no growth of memory', async () => {
  const { meter } = stage().target;
  const allowed = await limits();
  let sent = 0;
  let live = 0;
  const property = fc.asyncProperty(randomRequests(stage()), async (request) => {
    sent += 1;
    if (sent === REQUESTS / 2) live = await meter.live();
    expect(faultOf(await judged(stage(), request, allowed), allowed)).toBeUndefined();
  });
  await fc.assert(property, { numRuns: runs(REQUESTS), seed: 20_261_122 });
  expect((await meter.live()) - live).toBeLessThan(GROWTH);
});
