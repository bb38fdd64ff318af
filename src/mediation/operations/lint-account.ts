import { inTurns } from '../../conventions/event-loop-turns.ts';
import { invalidArguments } from '../../conventions/index.ts';
import type { FieldViolation } from '../../conventions/status.ts';
import type { LintAccountResponse, QueryOf } from '../contract/index.ts';
import { specified } from '../enum-values.ts';
import {
  exceptionOf,
  type Level,
  type LintException,
  type LintSelection,
  lintSteps,
  RULE_IDS,
} from '../lint/index.ts';
import type { LintModel } from '../lint/model.ts';
import { type LintPreview, withGroup } from '../lint/preview.ts';
import { readLintModel } from '../lint/read-model.ts';
import { readLintStatistics } from '../lint/read-statistics.ts';
import { lintView } from '../lint/view.ts';
import type { MediationDeps, Operation } from '../operation.ts';
import { notFound } from '../refusals.ts';
import { workLimits } from '../work-limits.ts';

type Query = QueryOf<'accounts.lint'>;

const unknownRule = (field: string): FieldViolation => ({
  field,
  description: `Invalid value at '${field}': it names no rule; the documentation lists the rules.`,
});

/** @throws StatusError INVALID_QUERY */
function exceptionsOf({ rule, ignore = '' }: Query): readonly LintException[] {
  const exceptions = ignore === '' ? [] : ignore.split(',').map(exceptionOf);
  const violations = [
    ...(rule === undefined || RULE_IDS.has(rule) ? [] : [unknownRule('rule')]),
    ...(exceptions.every((one) => RULE_IDS.has(one.rule)) ? [] : [unknownRule('ignore')]),
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

type Deps = Pick<MediationDeps, 'store' | 'catalogue' | 'clock' | 'statistics' | 'reports'>;

/** What to check: the configuration as it is or as it would be, and what of the findings is wanted. */
type Choose = (model: LintModel) => { readonly model: LintModel; readonly selection: LintSelection };

/** One configuration at a time is in memory. A page of the console asks for several checks, for each of its users. */
const LIMITS = {
  what: 'checks by lint',
  mostOfPublisher: 10,
  mostAtATime: 1,
  mostWaiting: 50,
  mostRows: Number.POSITIVE_INFINITY,
};

function checker(deps: Deps) {
  const { store, catalogue, clock } = deps;
  const limits = workLimits(LIMITS);

  async function answer(publisherId: string, choose: Choose): Promise<LintAccountResponse> {
    const { read, publisher } = await store.read(async (reader) => {
      const publisher = await reader.publisher(publisherId);
      if (!publisher) throw notFound();
      return { publisher, read: await readLintModel(reader, publisherId, catalogue(), clock()) };
    });
    const { model, selection } = choose(read);
    const statistics = await readLintStatistics(deps, publisher, model.experiments);
    const complete = { ...model, ...(statistics && { statistics }) };
    return lintView(await inTurns(lintSteps(complete, selection)), publisherId);
  }

  return async (publisherId: string, choose: Choose): Promise<LintAccountResponse> => {
    const admitted = limits.admit(publisherId);
    try {
      return await admitted.inTurn(() => answer(publisherId, choose));
    } finally {
      admitted.release();
    }
  };
}

export const lintAccount: Operation<'accounts.lint', keyof Deps> = (deps) => {
  const check = checker(deps);
  return async ({ publisherId, query }) => {
    const exceptions = exceptionsOf(query);
    return check(publisherId, (model) => ({
      model: { ...model, exceptions },
      selection: selectionOf(query),
    }));
  };
};

/** What lint would say about a group if it were as given, with mappings that do not exist yet. */
export function previewLint(deps: Deps) {
  const check = checker(deps);
  return (publisherId: string, preview: LintPreview): Promise<LintAccountResponse> =>
    check(publisherId, (model) => {
      const { groupId, ...changed } = withGroup(model, preview);
      return { ...changed, selection: { groupId } };
    });
}
