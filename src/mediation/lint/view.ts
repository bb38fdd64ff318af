import { lowerFirst } from '../../conventions/upper-first.ts';
import type { LintAccountResponse, LintFinding } from '../contract/index.ts';
import { experimentName, groupName } from '../names.ts';
import { listed } from '../views/kept-views.ts';
import type { Finding, LintResult } from './lint.ts';
import type { Level, Rule } from './rule.ts';
import { RULES } from './rules/index.ts';

const BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

const levelName = (level: Level) => level.toUpperCase() as NonNullable<LintFinding['level']>;

const END_FIRST =
  'First end the experiment of the group: a change now would mix two configurations in its numbers. Then:';

const helpOf = (rule: string) => `docs/reference/lint-rules.md#${rule}`;

function findingView(finding: Finding, publisherId: string): LintFinding {
  const { rule, level, text, waits, groupId, lineId, adUnitId, mapping, experimentId } = finding;
  const action = finding.action ?? BY_ID.get(rule)?.action ?? '';
  return {
    level: levelName(level),
    rule,
    text,
    action: waits ? `${END_FIRST} ${lowerFirst(action)}` : action,
    help: helpOf(rule),
    ...(groupId !== undefined && { mediationGroup: groupName(publisherId, groupId) }),
    ...(lineId !== undefined && { mediationGroupLineId: lineId }),
    ...(groupId !== undefined &&
      experimentId !== undefined && {
        mediationAbExperiment: experimentName(publisherId, groupId, experimentId),
      }),
    ...(adUnitId !== undefined && { adUnitId }),
    ...(mapping !== undefined && { adUnitMapping: mapping }),
  };
}

/** The result in the form of the interface. */
export function lintView(
  { findings, counts, excepted }: LintResult,
  publisherId: string,
): LintAccountResponse {
  return {
    ...listed(
      'findings',
      findings.map((finding) => findingView(finding, publisherId)),
    ),
    ...listed(
      'counts',
      counts.map(({ rule, level, count }) => ({
        rule,
        level: levelName(level),
        text: BY_ID.get(rule)?.text ?? '',
        count,
      })),
    ),
    ...(excepted > 0 && { ignoredCount: excepted }),
  };
}
