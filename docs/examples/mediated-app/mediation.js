const DEFAULT_TIMEOUT_MS = 4000;

const TIMED_OUT = Symbol('timed out');

async function inTime(line, ask) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve(TIMED_OUT), line.loadTimeoutMs ?? DEFAULT_TIMEOUT_MS);
  });
  const ad = await Promise.race([ask(line).catch(() => undefined), late]);
  clearTimeout(timer);
  return ad;
}

/**
 * Finds an ad: asks all bidders at once, then the lines of the waterfall one after the other while they pay more
 * than the best bid. `networks` asks a line for an ad. `report` gets what happened to each line.
 */
export async function findAd({ bidding, waterfall }, networks, report) {
  const attempt = async (line) => {
    report(line, 'asked');
    const ad = await inTime(line, networks);
    if (ad === TIMED_OUT) report(line, 'timed out');
    else report(line, ad ? (line.kind === 'BIDDING' ? 'bid' : 'shown') : 'no ad');
    return ad === TIMED_OUT ? undefined : ad;
  };
  const bids = await Promise.all(bidding.map(async (line) => ({ line, ad: await attempt(line) })));
  const best = bids
    .filter(({ ad }) => ad)
    .sort((one, other) => (other.ad.cpmMicros > one.ad.cpmMicros ? 1 : -1))[0];
  for (const line of waterfall) {
    if (best && best.ad.cpmMicros >= BigInt(line.cpmMicros ?? '0')) break;
    const ad = await attempt(line);
    if (ad) return { line, ad };
  }
  if (best) report(best.line, 'shown');
  return best;
}
