import type { MediationGroup, MediationGroupRevision } from '../../../../mediation/contract/index.ts';
import { UsageError } from '../../../failures.ts';
import { print } from '../../../output.ts';
import { leaf } from '../../command.ts';
import type { Desk } from '../../connection.ts';
import { groupOf } from '../../find/groups.ts';
import { differenceText } from '../../rollback/text.ts';
import { columns } from '../../text/columns.ts';

interface HistoryOptions {
  readonly from?: string;
  readonly to?: string;
  readonly limit: string;
  readonly json?: boolean;
}

function numberOf(text: string, option: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`${option} takes a number, 1 or more`);
}

function revisionsText(revisions: readonly MediationGroupRevision[]): string {
  const rows = revisions.map(({ revision, createTime, author, method, changedFields = [] }) => [
    revision === undefined ? '' : String(revision),
    createTime ?? '',
    author ?? '',
    method?.split('.').at(-1) ?? '',
    changedFields.join(', '),
  ]);
  return columns(['revision', 'time', 'author', 'method', 'changed'], rows, ['changed', 'author']);
}

async function listRevisions({ api }: Desk, { name: on = '' }: MediationGroup, options: HistoryOptions) {
  const pageSize = numberOf(options.limit, '--limit');
  const revisions: MediationGroupRevision[] = [];
  for await (const one of api.items('accounts.mediationGroups.history', 'revisions', {
    on,
    query: { pageSize },
  })) {
    revisions.push(one);
    if (revisions.length === pageSize) break;
  }
  print({ revisions }, options, () => revisionsText(revisions));
}

async function compare({ api }: Desk, { name: on = '' }: MediationGroup, options: HistoryOptions) {
  const { from, to } = options;
  const query = {
    ...(from !== undefined && { from: numberOf(from, '--from') }),
    ...(to !== undefined && { to: numberOf(to, '--to') }),
  };
  const answer = await api.call('accounts.mediationGroups.diff', { on, query });
  const { differences = [] } = answer;
  print(answer, options, () =>
    [`From revision ${answer.from ?? 0} to revision ${answer.to}:`, ...differences.map(differenceText)].join(
      '\n',
    ),
  );
}

export const groupHistory = () =>
  leaf<HistoryOptions>({
    name: 'history <group>',
    description: 'List the revisions of a group, the last one first, or compare two of them',
    examples: [
      'diptych mediation groups history Races',
      'diptych mediation groups history Races --from 3 --to 7',
    ],
    help: 'With --to alone: what changed in this revision. With --from alone: what changed since this revision.',
    options: (command) =>
      command
        .option('--from <revision>', 'compare this revision')
        .option('--to <revision>', 'with this one')
        .option('--limit <number>', 'list at most so many revisions', '50'),
    async run(desk, options, wanted) {
      const group = await groupOf(desk, wanted ?? '');
      const isList = options.from === undefined && options.to === undefined;
      await (isList ? listRevisions : compare)(desk, group, options);
    },
  });
