export type { LintException } from './exceptions.ts';
export {
  type Finding,
  type LintResult,
  type LintSelection,
  lint,
  lintSteps,
  MOST_COUNTED,
  MOST_SHOWN,
  type RuleCount,
} from './lint.ts';
export type {
  LintAdUnit,
  LintExperiment,
  LintGroup,
  LintLine,
  LintMapping,
  LintModel,
} from './model.ts';
export { LEVELS, type Level, type Rule, SOURCES, type Source } from './rule.ts';
export { RULES } from './rules/index.ts';
export type { ExperimentStatistics, LineStatistics, LintStatistics, LintSums } from './statistics.ts';
