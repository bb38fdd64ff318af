import type { Static } from 'typebox';
import { LintLevel } from './enums.ts';
import { int32, listOf, message, oneOf, text } from './message.ts';

const LEVEL = 'LintFinding.Level';

export const level = (description: string) => oneOf(LEVEL, LintLevel, description);

const LintFinding = message('LintFinding', 'A rule that the configuration breaks at one place.', {
  level: level('How serious it is.'),
  rule: text('Id of the rule, such as cpm-tie.'),
  text: text('What is wrong at this place.'),
  action: text('What to do about it.'),
  help: text('Where the documentation explains the rule.'),
  mediationGroup: text('Resource name of the group, if the finding is about one.'),
  mediationGroupLineId: text('Id of the line in the group.'),
  mediationAbExperiment: text('Resource name of the experiment.'),
  adUnitId: text('The ad unit, or the first of several.'),
  adUnitMapping: text('Resource name of the ad unit mapping.'),
});
export type LintFinding = Static<typeof LintFinding>;

const LintRuleCount = message('LintRuleCount', 'How often the configuration breaks a rule.', {
  rule: text('Id of the rule.'),
  level: level('How serious it is.'),
  text: text('What the rule finds.'),
  count: int32('Number of findings; 10000 also stands for more.', { minimum: 1, maximum: 10_000 }),
});

export const LintAccountResponse = message(
  'LintAccountResponse',
  'What is probably wrong in the configuration of a publisher.',
  {
    findings: listOf(
      LintFinding,
      'The most serious first; at most 100 of each rule, or 1000 if the request names a rule.',
    ),
    counts: listOf(LintRuleCount, 'Rules that the configuration breaks, the most serious first.'),
    ignoredCount: int32('Number of findings that `ignore` hides.', { minimum: 0, maximum: 2 ** 31 - 1 }),
  },
);
export type LintAccountResponse = Static<typeof LintAccountResponse>;
