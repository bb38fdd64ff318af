import type { MediationGroup } from '../../../mediation/contract/index.ts';
import { confirmed, YES } from '../../admin/confirm.ts';
import { UsageError } from '../../cli-errors.ts';
import { EXIT } from '../../exit.ts';
import { notice, print, progress, SILENT } from '../../output.ts';
import { leaf } from '../command.ts';
import { type MediationOptions, type MediationSession, mediationSession } from '../connection.ts';
import type { GroupPlan, Target } from '../rollback/plan.ts';

interface RollbackOptions {
  readonly file?: string;
  readonly at?: string;
  readonly group?: string;
  readonly revision?: string;
  readonly keepNew?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** RFC 3339 with a zone, so that nobody rolls back to another hour than they meant. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

function targetOf({ at, group, revision }: RollbackOptions): Target {
  if ((at === undefined) === (revision === undefined))
    throw new UsageError(
      'name either a time with --at, or a group and its revision with --group and --revision',
    );
  if (at !== undefined) {
    if (TIME.test(at) && !Number.isNaN(Date.parse(at))) return { at: new Date(at).toISOString() };
    throw new UsageError('--at takes a time with its zone, such as 2026-11-22T12:00:00Z');
  }
  if (group === undefined) throw new UsageError('--revision needs a --group');
  if (revision === undefined || !/^[1-9]\d{0,8}$/.test(revision))
    throw new UsageError('--revision takes the number of a revision');
  return { revision: Number(revision) };
}

const NO_HISTORY =
  'the server keeps no history of groups; take an older file from the version control and apply it';

/** @throws UsageError if the server has no history */
async function needHistory({ api }: MediationSession): Promise<void> {
  const { targetFor } = await import('../as-code/target-for.ts');
  if (!(await targetFor(api)).archive) throw new UsageError(NO_HISTORY);
}

/** One group, or all groups of the account, the archived ones too. @throws UsageError */
async function* groupsOf(
  session: MediationSession,
  wanted: string | undefined,
  target: Target,
): AsyncGenerator<MediationGroup> {
  if (wanted !== undefined) {
    const { groupOf } = await import('../find/groups.ts');
    const { revisionOf } = await import('../rollback/plan.ts');
    const group = await groupOf(session, wanted);
    if ('revision' in target && target.revision > revisionOf(group))
      throw new UsageError(`the last revision of the group is ${revisionOf(group)}`);
    return yield group;
  }
  yield* await session.live.groups({ showArchived: true });
}

/** Leaves groups alone that were created since, if asked to. */
const chosen = (plans: readonly GroupPlan[], { keepNew }: RollbackOptions) =>
  keepNew ? plans.filter(({ to }) => to > 0) : plans;

/** The session of the publisher that a configuration file is about. */
async function sessionOfFile(file: string, options: MediationOptions): Promise<MediationSession> {
  const { parseConfiguration } = await import('../../../mediation/as-code/index.ts');
  const { publisherOf } = await import('../as-code/workspace.ts');
  const { readText } = await import('../../bounded-file.ts');
  const account = publisherOf(parseConfiguration(readText(file), file), file, options);
  return mediationSession({ ...options, account });
}

const differs = (file: string) =>
  `${file} was not changed; diptych mediation drift --file ${file} shows what differs now, and apply leaves it so`;

const QUESTION = 'Each group gets a new revision; the revisions between stay in the history.';

export const rollback = () =>
  leaf<RollbackOptions>({
    name: 'rollback',
    description:
      'Give all groups of the account the content that they had at a time, or one group a revision',
    examples: [
      'diptych mediation rollback --at 2026-11-22T12:00:00Z --dry-run',
      'diptych mediation rollback --at 2026-11-22T12:00:00Z --yes',
      'diptych mediation rollback --at 2026-11-22T12:00:00Z --file mediation.yaml --yes',
      'diptych mediation rollback --group 0123456789 --revision 3',
    ],
    help: `Shows the plan first. Groups that were created since are archived, or left with
--keep-new; groups that were archived since are unarchived. A group with an
experiment that was not stopped stays as it is. Nothing is rewound: every group
gets a new revision, so that a roll-back can be rolled back. With --file, the
account is the publisher of a configuration file. The file stays as it is: drift
shows afterwards where it differs.

Exit status 1: a group cannot be rolled back, or was refused; the others are
done. Run the command again for the rest.`,
    options: (command) =>
      command
        .option('--at <time>', 'the content at this time, with its zone')
        .option('--file <file>', 'configuration file of the account')
        .option('--group <group>', 'this group only, by name or id')
        .option('--revision <number>', 'the revision of the group')
        .option('--keep-new', 'leave groups that were created since')
        .option('--dry-run', 'show the plan only')
        .option(...YES),
    async run(given, options) {
      const { file } = options;
      const target = targetOf(options);
      const session = file === undefined ? given : await sessionOfFile(file, options);
      const shown = options.json ? SILENT : progress();
      await needHistory(session);
      const { planRollback } = await import('../rollback/plan.ts');
      const { outcomesText, planText } = await import('../rollback/text.ts');
      const groups = groupsOf(session, options.group, target);
      const found = await planRollback(session.api, groups, target, ({ displayName = '' }) =>
        shown.at(displayName),
      ).finally(() => shown.end());
      const plan = chosen(found, options);
      const isWhole = plan.every(({ problems }) => problems.length === 0);
      const isEnd = options.dryRun || plan.every(({ steps }) => steps.length === 0);
      if (isEnd || !options.json) print({ plan }, options, () => planText(plan));
      if (isEnd) {
        if (!isWhole) process.exitCode = EXIT.failed;
        return;
      }
      await confirmed(() => QUESTION, { ...options, canUndo: true });
      const { applyPlans } = await import('../rollback/apply.ts');
      const { outcomes, unreachable } = await applyPlans(session.api, plan);
      print({ plan, outcomes }, options, () => outcomesText(outcomes));
      if (file !== undefined) notice(differs(file), options);
      if (unreachable) throw unreachable;
      if (outcomes.some(({ result }) => result !== 'done')) process.exitCode = EXIT.failed;
    },
  });
