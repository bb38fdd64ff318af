import { describe, expect, it } from 'vitest';
import { lint as words } from '../../../console/src/messages/mediation/lint.ts';
import { textReport } from '../../../src/cli/mediation/lint/report.ts';
import { DAY } from '../../../src/conventions/time.ts';
import { type LintModel, lint, RULES } from '../../../src/mediation/lint/index.ts';
import { lintView } from '../../../src/mediation/lint/view.ts';
import { CASE_RULES, casesOf } from './cases/index.ts';
import {
  ALPHA,
  BETA,
  GOOD,
  NOW,
  sums,
  withExperiment,
  withLine,
  withStatistics,
} from './support/good-model.ts';

const found = (model: LintModel) => lint(model).findings.map(({ rule, text }) => `${rule}: ${text}`);

describe('Rules of the linter', () => {
  it('each rule has cases, and its id is unique', () => {
    expect(CASE_RULES.toSorted()).toEqual(RULES.map(({ id }) => id).toSorted());
  });

  it('each rule has a short name in the console', () => {
    expect(Object.keys(words.rules).toSorted()).toEqual(CASE_RULES.toSorted());
  });

  it('advice to change prices says that an experiment in the group must end first', () => {
    const statistics = { alpha: sums({ impressions: 1000, revenueMicros: 3_999_000n }) };
    const actionIn = (model: LintModel) =>
      lintView(lint(withStatistics(statistics, model), { rules: ['cpm-off'] }), model.publisherId)
        .findings?.[0]?.action;
    const price = 'et the price to $4.00, its eCPM of the last 7 days.';
    expect(actionIn(GOOD)).toBe(`S${price}`);
    expect(actionIn(withExperiment({}))).toMatch(
      /^First end the experiment .* Then: set the price to \$4\.00/,
    );
    expect(actionIn(withExperiment({ endsAt: NOW }))).toBe(`S${price}`);
  });

  it('the advice on two prices is the one that fits them', () => {
    const actionAt = (cpmMicros: string) =>
      lint(withLine('alpha', { cpmMicros }), { rules: ['cpm-step'] }).findings[0]?.action;
    const near = (adSourceId: string) =>
      lint(withLine('alpha', { cpmMicros: '2100000', adSourceId }), { rules: ['cpm-step'] }).findings[0]
        ?.action;
    expect(near(BETA)).toBe('Merge the two lines.');
    expect(near(ALPHA)).toBe('Set prices that are further apart.');
    expect(actionAt('6000001')).toBe('Add a line between the two prices.');
  });

  it('a price that has not changed for long has a number to set if the line shows one, to the cent', () => {
    const staleIn = (revenueMicros: bigint, impressions = 1000, cpmMicros = '5000000') =>
      lint(
        withStatistics(
          { alpha: sums({ impressions, revenueMicros }) },
          withLine('alpha', { cpmMicros, pricedAt: NOW - 31 * DAY }),
        ),
        { rules: ['cpm-stale'] },
      ).findings[0];
    expect(staleIn(4_709_000n)?.action).toMatch(/^Set the price to \$4\.71,/);
    for (const bare of [staleIn(54_000n, 1000, '50000'), staleIn(4_709_000n, 999)]) {
      expect(bare?.rule).toBe('cpm-stale');
      expect(bare?.action).toBeUndefined();
    }
  });

  it('an old price is no finding if the line earns it within 5%, or if cpm-off reports it', () => {
    const rulesIn = (revenueMicros: bigint) =>
      lint(
        withStatistics(
          { alpha: sums({ impressions: 1000, revenueMicros }) },
          withLine('alpha', { pricedAt: NOW - 31 * DAY }),
        ),
      ).findings.map(({ rule }) => rule);
    expect(rulesIn(5_250_000n)).toEqual([]);
    expect(rulesIn(4_750_000n)).toEqual([]);
    expect(rulesIn(4_749_000n)).toEqual(['cpm-stale']);
    expect(rulesIn(4_000_000n)).toEqual(['cpm-stale']);
    expect(rulesIn(3_999_000n)).toEqual(['cpm-off']);
  });

  it('a report as text says what to do with each finding if it differs, else once', () => {
    const report = (...actions: string[]) => ({
      findings: actions.map((action, index) => ({ rule: 'cpm-off', text: `Line ${index}.`, action })),
      counts: [{ rule: 'cpm-off', level: 'WARNING' as const, count: actions.length }],
    });
    const advice = (text: string) => text.split('\n').filter((row) => row.includes('What to do'));
    expect(advice(textReport(report('Set A.', 'Set B.')))).toEqual([
      '    What to do: Set A.',
      '    What to do: Set B.',
    ]);
    expect(advice(textReport(report('Set A.', 'Set A.')))).toEqual(['  What to do: Set A.']);
  });

  it('no finding names an ad unit of the inventory by its id, or a field of the interface', () => {
    const texts = RULES.flatMap(({ id }) => casesOf(id)).flatMap(({ bad }) => {
      const known = (bad.inventory ?? []).map(({ adUnitId }) => adUnitId);
      return lint(bad)
        .findings.map(({ text }) => text)
        .concat(RULES.map(({ action }) => action))
        .filter((text) => known.some((id) => text.includes(id)) || /CLDR|cpmMicros are/.test(text));
    });
    expect(texts).toEqual([]);
  });

  it('no rule finds anything in the good model', () => {
    expect(found(GOOD)).toEqual([]);
  });

  for (const { id, level, text } of RULES) {
    for (const { of, bad, good } of casesOf(id)) {
      describe(`${id}${of ? `, ${of}` : ''}: ${text}`, () => {
        it('finds the bad model', () => {
          const broken = lint(bad).findings.filter(({ rule }) => rule === id);
          expect(broken).not.toEqual([]);
          expect(broken[0]).toMatchObject({ rule: id, level });
        });

        it('finds nothing in the good model, and neither does any other rule', () => {
          expect(found(good)).toEqual([]);
        });
      });
    }
  }
});
