import { isExcepted } from './exceptions.ts';
import { factsOf } from './lint-facts.ts';
import type { LintModel } from './model.ts';
import { type Fault, LEVELS, type Level, type Rule } from './rule.ts';
import { RULES } from './rules/index.ts';
import { withUnitNames } from './words.ts';

/** A rule that is broken at a place. */
export interface Finding extends Fault {
  readonly rule: string;
  readonly level: Level;
  /** An experiment runs in the group, and the action waits for its end. */
  readonly waits: boolean;
}

/** How often a rule is broken. */
interface RuleCount {
  readonly rule: string;
  readonly level: Level;
  /** At most MOST_COUNTED. */
  readonly count: number;
}

export interface LintResult {
  /** The most serious first; of each rule only the first ones. */
  readonly findings: readonly Finding[];
  /** Rules that are broken, with all their findings. */
  readonly counts: readonly RuleCount[];
  /** Number of findings that exceptions hide. */
  readonly excepted: number;
}

/** What is wanted of the findings; everything if absent. */
export interface LintSelection {
  readonly levels?: readonly Level[];
  readonly rules?: readonly string[];
  readonly groupId?: string;
}

/** Most findings of a rule in a result. */
const MOST_SHOWN = { ofEachRule: 100, ofOneRule: 1000 };
/** A rule stops after this number of findings. */
const MOST_COUNTED = 10_000;

function selected({ levels, rules }: LintSelection): readonly Rule[] {
  const wanted = RULES.filter(
    ({ id, level }) => (!levels || levels.includes(level)) && (!rules || rules.includes(id)),
  );
  return LEVELS.flatMap((level) => wanted.filter((rule) => rule.level === level));
}

/** Applies the rules to a configuration. Yields where the caller may pause. */
export function* lintSteps(
  model: LintModel,
  selection: LintSelection = {},
): Generator<undefined, LintResult> {
  const { exceptions = [], now } = model;
  const { groupId } = selection;
  const rules = selected(selection);
  const shown = rules.length === 1 ? MOST_SHOWN.ofOneRule : MOST_SHOWN.ofEachRule;
  const facts = yield* factsOf(model);
  const findings: Finding[] = [];
  const counts: RuleCount[] = [];
  let excepted = 0;
  for (const { id, level, waitsForExperiment = false, check } of rules) {
    let count = 0;
    for (const fault of check(facts)) {
      yield;
      if (!fault) continue;
      if (groupId !== undefined && fault.groupId !== groupId) continue;
      const waits = waitsForExperiment && fault.groupId !== undefined && facts.isTested(fault.groupId);
      const finding = { rule: id, level, waits, ...fault };
      if (isExcepted(finding, exceptions, now)) {
        excepted += 1;
        continue;
      }
      count += 1;
      if (count <= shown) findings.push({ ...finding, text: withUnitNames(fault.text, facts.adUnit) });
      if (count === MOST_COUNTED) break;
    }
    if (count > 0) counts.push({ rule: id, level, count });
  }
  return { findings, counts, excepted };
}

/** Applies the rules at once. */
export function lint(model: LintModel, selection?: LintSelection): LintResult {
  const steps = lintSteps(model, selection);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
