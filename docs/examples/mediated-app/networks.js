const ANSWER_AFTER_MS = 60;

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Stands for the SDKs of ad networks. An app has an adapter for each instead: it creates `line.adapter.className`,
 * passes the values of `line.configuration`, and waits for an ad. `hasAd` decides whether a line has one.
 */
export function simulatedNetworks(hasAd) {
  return async (line) => {
    await wait(ANSWER_AFTER_MS);
    if (!hasAd(line)) return undefined;
    return {
      cpmMicros: BigInt(line.cpmMicros ?? '0'),
      text: `Simulated ad of ${line.adapter?.className ?? 'your own network'}`,
    };
  };
}
