import { invalidArguments } from '../../conventions/index.ts';
import type { FieldViolation } from '../../conventions/status.ts';
import type { LintAccountResponse, LintFinding, QueryOf } from '../contract/index.ts';
import { specified } from '../enum-values.ts';
import { inSlices } from '../lint/in-slices.ts';
import {
  type Finding,
  type Level,
  type LintException,
  type LintSelection,
  lintSteps,
  RULES,
  type Rule,
} from '../lint/index.ts';
import { readLintModel } from '../lint/read-model.ts';
import { experimentName, groupName } from '../names.ts';
import type { Operation } from '../operation.ts';
import { checkPublisher } from '../refusals.ts';
import { listed } from '../views/kept-views.ts';

type Query = QueryOf<'accounts.lint'>;

const BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

const unknownRule = (field: string): FieldViolation => ({
  field,
  description: `Invalid value at '${field}': it names no rule; the documentation lists the rules.`,
});

/** An exception in a request applies to this request alone, so it needs neither an end nor a reason. */
function exceptionOf(text: string): LintException {
  const [rule = '', groupId] = text.trim().split(':');
  return { rule, ...(groupId !== undefined && { groupId }), reason: '', until: Number.POSITIVE_INFINITY };
}

/** @throws StatusError INVALID_QUERY */
function exceptionsOf({ rule, ignore = '' }: Query): readonly LintException[] {
  const exceptions = ignore === '' ? [] : ignore.split(',').map(exceptionOf);
  const violations = [
    ...(rule === undefined || BY_ID.has(rule) ? [] : [unknownRule('rule')]),
    ...(exceptions.every((one) => BY_ID.has(one.rule)) ? [] : [unknownRule('ignore')]),
  ];
  if (violations.length > 0) throw invalidArguments('INVALID_QUERY', violations);
  return exceptions;
}

function selectionOf({ level, rule, mediationGroupId }: Query): LintSelection {
  const wanted = specified(level);
  return {
    ...(wanted && { levels: [wanted.toLowerCase() as Level] }),
    ...(rule !== undefined && { rules: [rule] }),
    ...(mediationGroupId !== undefined && { groupId: mediationGroupId }),
  };
}

const levelName = (level: Level) => level.toUpperCase() as NonNullable<LintFinding['level']>;

const textOf = (id: string) => BY_ID.get(id)?.text ?? '';

function findingView(finding: Finding, publisherId: string): LintFinding {
  const { rule, level, text, groupId, lineId, adUnitId, mapping, experimentId } = finding;
  return {
    level: levelName(level),
    rule,
    text,
    action: BY_ID.get(rule)?.action ?? '',
    help: `docs/reference/lint-rules.md#${rule}`,
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

export const lintAccount: Operation<'accounts.lint', 'store' | 'catalogue' | 'clock'> = ({
  store,
  catalogue,
  clock,
}) => {
  /** One configuration at a time is in memory. */
  let last: Promise<unknown> = Promise.resolve();

  async function answer({ publisherId, query }: { readonly publisherId: string; readonly query: Query }) {
    const exceptions = exceptionsOf(query);
    const model = await store.read(async (reader) => {
      await checkPublisher(reader, publisherId);
      return readLintModel(reader, publisherId, catalogue(), clock());
    });
    const result = await inSlices(lintSteps({ ...model, exceptions }, selectionOf(query)));
    const counts = result.counts.map(({ rule, level, count }) => ({
      rule,
      level: levelName(level),
      text: textOf(rule),
      count,
    }));
    return {
      ...listed(
        'findings',
        result.findings.map((finding) => findingView(finding, publisherId)),
      ),
      ...listed('counts', counts),
      ...(result.excepted > 0 && { ignoredCount: result.excepted }),
    } satisfies LintAccountResponse;
  }

  return (request) => {
    const mine = last.then(() => answer(request));
    last = mine.catch(() => undefined);
    return mine;
  };
};
