import { pricedLines, stepsOf } from '../priced-lines.ts';
import { inEachArm, type Rule } from '../rule.ts';
import { dollars, lineWords } from '../words.ts';

const MOST_MICROS = 100_000_000n;
const LEAST_REWARDED_MICROS = 50_000n;
const REWARDED: readonly string[] = ['REWARDED', 'REWARDED_INTERSTITIAL'];

export const PRICES: readonly Rule[] = [
  {
    id: 'cpm-tie',
    level: 'warning',
    text: 'Two lines of a group have the same fixed price.',
    action: 'Set different prices; otherwise an order that nobody chose decides which is asked first.',
    sources: ['UM'],
    waitsForExperiment: true,
    check: inEachArm(function* (lines, _group, facts) {
      for (const { upper, lower } of stepsOf(lines, facts)) {
        if (upper.micros !== lower.micros) continue;
        const text = `The lines ${lineWords(upper.line)} and ${lineWords(lower.line)} both have ${dollars(lower.micros)}.`;
        yield { text, lineId: lower.line.lineId };
      }
    }),
  },
  {
    id: 'cpm-step',
    level: 'hint',
    text: 'Neighbouring prices of a group are less than 5% apart, or one is more than 3 times the other.',
    action:
      'Where prices are nearly the same, merge lines of one network, and set prices of different networks further apart; add a line between prices that are far apart.',
    sources: ['Q'],
    waitsForExperiment: true,
    check: inEachArm(function* (lines, _group, facts) {
      for (const { upper, lower } of stepsOf(lines, facts)) {
        const near = upper.micros !== lower.micros && (upper.micros - lower.micros) * 20n < upper.micros;
        // A price of more than 10 times the next is a case of cpm-typo.
        const far = upper.micros > lower.micros * 3n && upper.micros <= lower.micros * 10n;
        if (!near && !far) continue;
        const what = near ? 'they are less than 5% apart' : 'the first is more than 3 times the second';
        const names = `${lineWords(upper.line)} and ${lineWords(lower.line)}`;
        const text = `The prices of ${names} are ${dollars(upper.micros)} and ${dollars(lower.micros)}: ${what}.`;
        const isOneNetwork = upper.line.adSourceId === lower.line.adSourceId;
        const spread = isOneNetwork ? 'Merge the two lines.' : 'Set prices that are further apart.';
        const action = near ? spread : 'Add a line between the two prices.';
        yield { text, action, lineId: lower.line.lineId };
      }
    }),
  },
  {
    id: 'cpm-typo',
    level: 'warning',
    text: 'A fixed price is more than 10 times the next, above $100, or below $0.05 for a rewarded format.',
    action:
      'Check the price: it is in US dollars for 1000 impressions, and in millionths of a dollar in the interface.',
    sources: ['UM'],
    check: inEachArm(function* (lines, { targeting }, facts) {
      const priced = pricedLines(lines, facts);
      const rewarded = REWARDED.includes(targeting.format);
      for (const [index, { line, micros }] of priced.entries()) {
        const next = priced[index + 1]?.micros;
        const reasons = [
          ...(micros > MOST_MICROS ? ['is above $100'] : []),
          ...(next !== undefined && micros > next * 10n ? [`is more than 10 times ${dollars(next)}`] : []),
          ...(rewarded && micros < LEAST_REWARDED_MICROS ? ['is below $0.05 for a rewarded format'] : []),
        ];
        if (reasons.length === 0) continue;
        const text = `The price of ${lineWords(line)}, ${dollars(micros)}, ${reasons.join(' and ')}.`;
        yield { text, lineId: line.lineId };
      }
    }),
  },
];
