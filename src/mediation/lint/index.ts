export { exceptionOf, type LintException } from './exceptions.ts';
export {
  type LintSelection,
  lint,
  lintSteps,
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
export { RULE_IDS, RULES } from './rules/index.ts';
export type { ExperimentStatistics, LineStatistics, LintSums } from './statistics.ts';
