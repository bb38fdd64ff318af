import { describe, expect, it } from 'vitest';
import { lint as words } from '../../../console/src/messages/mediation/lint.ts';
import { type LintModel, lint, RULES } from '../../../src/mediation/lint/index.ts';
import { lintView } from '../../../src/mediation/lint/view.ts';
import { CASE_RULES, casesOf } from './cases/index.ts';
import { GOOD, NOW, sums, withExperiment, withStatistics } from './support/good-model.ts';

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
    expect(actionIn(GOOD)).toBe('Set the price to what the line earns.');
    expect(actionIn(withExperiment({}))).toMatch(/^First end the experiment .* Then: set the price to /);
    expect(actionIn(withExperiment({ endsAt: NOW }))).toBe('Set the price to what the line earns.');
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
