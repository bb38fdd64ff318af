import type { Facts } from '../lint-facts.ts';
import type { LintLine } from '../model.ts';
import { mixesPrices, pricedLines } from '../priced-lines.ts';
import { inEachArm, type Rule } from '../rule.ts';
import type { LintSums } from '../statistics.ts';
import { amount, lineWords, percent } from '../words.ts';

/** Fewer requests do not show how many a line fills. */
const LEAST_REQUESTS = 1000;

/** Undefined if it does not show what the price brings. */
function matchRate(line: LintLine, facts: Facts): number | undefined {
  if (mixesPrices(line, 7, facts)) return undefined;
  const sums: LintSums | undefined = facts.statistics?.lines.get(line.lineId)?.last7Days;
  return sums && sums.adRequests >= LEAST_REQUESTS ? sums.matchedRequests / sums.adRequests : undefined;
}

export const RESULTS: readonly Rule[] = [
  {
    id: 'line-low-share',
    level: 'warning',
    text: 'A line earned less than 2% of the revenue of its group in 14 days.',
    action: 'Disable the line, or change its price.',
    sources: ['LP'],
    statistics: true,
    waitsForExperiment: true,
    check: inEachArm(function* (lines, _group, facts) {
      const { statistics, isOwn } = facts;
      const earned = lines.map((line) => ({ line, sums: statistics?.lines.get(line.lineId)?.last14Days }));
      const total = earned.reduce((sum, { sums }) => sum + (sums?.revenueMicros ?? 0n), 0n);
      for (const { line, sums } of earned) {
        const { revenueMicros, adRequests = 0 } = sums ?? {};
        if (revenueMicros === undefined || adRequests < LEAST_REQUESTS || isOwn(line)) continue;
        if (mixesPrices(line, 14, facts)) continue;
        if (revenueMicros * 50n >= total) continue;
        const share = Number(revenueMicros) / Number(total);
        const text = `${lineWords(line)} earned ${percent(share)} of the revenue of its group in 14 days.`;
        yield { text, lineId: line.lineId };
      }
    }),
  },
  {
    id: 'line-no-fill',
    level: 'warning',
    text: 'Less than 0.2% of the requests of a line were matched in 7 days.',
    action: 'Check the mapping, lower the price, or disable the line.',
    sources: ['LP', 'Q'],
    statistics: true,
    waitsForExperiment: true,
    check: inEachArm(function* (lines, _group, facts) {
      for (const line of lines) {
        const rate = matchRate(line, facts);
        if (rate === undefined || rate >= 0.002) continue;
        yield { text: `${lineWords(line)} matched ${percent(rate)} of its requests.`, lineId: line.lineId };
      }
    }),
  },
  {
    id: 'device-money-off',
    level: 'warning',
    text: 'Devices sent revenue that differs by more than 30% from the settled one of the last 7 days.',
    action:
      'Check what the app sends for this ad source: rows that are sent twice, other currencies, forged events. Revoke a key that is abused.',
    sources: ['X'],
    statistics: true,
    *check({ statistics, catalogue }) {
      for (const {
        adSourceId,
        estimatedMicros,
        settledMicros,
        currencyCode,
      } of statistics?.moneyDifferences ?? []) {
        const title = catalogue.adSource(adSourceId)?.title ?? adSourceId;
        const [sent, settled] = [estimatedMicros, settledMicros].map((each) => amount(each, currencyCode));
        yield { text: `For ${title}, devices estimated ${sent}, and ${settled} were settled.` };
      }
    },
  },
  {
    id: 'line-split',
    level: 'hint',
    text: 'More than 10% of the requests of the line with the highest price were matched in 7 days.',
    action: 'Raise the price, or add a line of the same network with a higher price.',
    sources: ['Q'],
    statistics: true,
    waitsForExperiment: true,
    check: inEachArm(function* (lines, _group, facts) {
      const [top] = pricedLines(lines, facts);
      const rate = top && matchRate(top.line, facts);
      if (rate === undefined || rate <= 0.1) return;
      const { line } = top as NonNullable<typeof top>;
      const text = `${lineWords(line)} has the highest price and matched ${percent(rate)} of its requests.`;
      yield { text, lineId: line.lineId };
    }),
  },
];
