import { DAY } from '../../../conventions/time.ts';
import { LEAST_CPM_MICROS } from '../../group/lines.ts';
import type { Facts } from '../lint-facts.ts';
import type { LintLine } from '../model.ts';
import { mixesPrices, pricedLines } from '../priced-lines.ts';
import { inEachArm, type Rule } from '../rule.ts';
import { dollars, lineWords } from '../words.ts';

const LONG_UNCHANGED = 30 * DAY;
/** Fewer impressions do not show what a line earns. */
const LEAST_IMPRESSIONS = 1000;

/** Differences between price and observed eCPM, in percent of the price: more is off, less confirms an old price. */
const DIFFERENCE = { off: 20n, confirms: 5n } as const;

/** What 1000 impressions of a line earned in the last 7 days; undefined if the numbers do not show it. */
function observedOf(line: LintLine, facts: Facts): bigint | undefined {
  const { revenueMicros, impressions = 0 } = facts.statistics?.lines.get(line.lineId)?.last7Days ?? {};
  if (mixesPrices(line, 7, facts) || revenueMicros === undefined || impressions < LEAST_IMPRESSIONS)
    return undefined;
  return (revenueMicros * 1000n) / BigInt(impressions);
}

/** Whether what a line earned differs from its price by more than this share. */
function differs(micros: bigint, observed: bigint, percent: bigint): boolean {
  const difference = observed > micros ? observed - micros : micros - observed;
  return difference * 100n > micros * percent;
}

/** Names the price to set, if it is another one to the cent. */
function actionFor(micros: bigint, observed: bigint | undefined) {
  if (observed === undefined || observed < LEAST_CPM_MICROS || dollars(observed) === dollars(micros))
    return {};
  return {
    action: `Set the price to ${dollars(observed)}, its eCPM of the last 7 days.`,
  };
}

export const PRICE_AGE: readonly Rule[] = [
  {
    id: 'cpm-stale',
    level: 'warning',
    text: 'A fixed price has not changed for 30 days, and no observed eCPM of 7 days is within 5% of it. Not reported beside cpm-off.',
    action: 'Compare the price with what the line earns, and set it again.',
    sources: ['MP'],
    waitsForExperiment: true,
    check: inEachArm(function* (lines, group, facts) {
      for (const { line, micros } of pricedLines(lines, facts)) {
        const since = line.pricedAt ?? group.updatedAt;
        if (since === undefined || facts.now - since <= LONG_UNCHANGED) continue;
        const observed = observedOf(line, facts);
        if (
          observed !== undefined &&
          (!differs(micros, observed, DIFFERENCE.confirms) || differs(micros, observed, DIFFERENCE.off))
        )
          continue;
        const days = Math.floor((facts.now - since) / DAY);
        const text = `The price of ${lineWords(line)}, ${dollars(micros)}, has not changed for ${days} days.`;
        yield { text, lineId: line.lineId, ...actionFor(micros, observed) };
      }
    }),
  },
  {
    id: 'cpm-off',
    level: 'warning',
    text: 'The observed eCPM of 7 days differs by more than 20% from the fixed price, which was not changed for 8 days.',
    action: 'Set the price to what the line earns.',
    sources: ['MP', 'UM'],
    statistics: true,
    waitsForExperiment: true,
    check: inEachArm(function* (lines, _group, facts) {
      for (const { line, micros } of pricedLines(lines, facts)) {
        const observed = observedOf(line, facts);
        if (observed === undefined || !differs(micros, observed, DIFFERENCE.off)) continue;
        const text = `${lineWords(line)} has the price ${dollars(micros)} and had an eCPM of ${dollars(observed)} in the last 7 days.`;
        yield { text, lineId: line.lineId, ...actionFor(micros, observed) };
      }
    }),
  },
];
