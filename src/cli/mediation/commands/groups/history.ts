import type { MediationGroup, MediationGroupRevision } from '../../../../mediation/contract/index.ts';
import { UsageError } from '../../../cli-errors.ts';
import { print } from '../../../output.ts';
import { table } from '../../../table/table.ts';
import { leaf } from '../../command.ts';
import type { MediationSession } from '../../connection.ts';
import { groupOf } from '../../find/groups.ts';
import { differenceText } from '../../rollback/text.ts';

interface HistoryOptions {
  readonly from?: string;
  readonly to?: string;
  readonly limit: string;
  readonly json?: boolean;
  readonly wide?: boolean;
}

function numberOf(text: string, option: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`${option} takes a number, 1 or more`);
}

const LINE = /^mediationGroupLines\["(-?\d+)"\]\.?(.*)$/;

function linesText(fields: readonly string[]): readonly string[] {
  const found = fields.flatMap((field) => {
    const [, line, member = ''] = LINE.exec(field) ?? [];
    return line === undefined ? [] : [{ line, member }];
  });
  const lines = [...new Set(found.map(({ line }) => line))];
  if (lines.length === 0) return [];
  const members = [...new Set(found.map(({ member }) => member))].filter((member) => member !== '');
  const which = lines.length === 1 ? `line ${lines[0]}` : `${lines.length} lines`;
  return [members.length === 0 ? which : `${which} (${members.join(', ')})`];
}

/** `priority, line 9132604817264510 (cpmMicros)`; of several lines their number. */
export function changedText(fields: readonly string[] = []): string {
  return [...fields.filter((field) => !LINE.test(field)), ...linesText(fields)].join(', ');
}

function revisionsText(revisions: readonly MediationGroupRevision[], { wide }: HistoryOptions): string {
  const rows = revisions.map(({ revision, createTime, author, method, changedFields = [] }) => [
    revision === undefined ? '' : String(revision),
    createTime ?? '',
    author ?? '',
    method?.split('.').at(-1) ?? '',
    wide ? changedFields.join(', ') : changedText(changedFields),
  ]);
  return table(['revision', 'time', 'author', 'method', 'changed'], rows, {
    wide,
    cut: ['changed', 'author'],
    wrap: true,
  });
}

async function listRevisions(
  { api }: MediationSession,
  { name: on = '' }: MediationGroup,
  options: HistoryOptions,
) {
  const pageSize = numberOf(options.limit, '--limit');
  const revisions: MediationGroupRevision[] = [];
  for await (const one of api.items('accounts.mediationGroups.history', 'revisions', {
    on,
    query: { pageSize },
  })) {
    revisions.push(one);
    if (revisions.length === pageSize) break;
  }
  print({ revisions }, options, () => revisionsText(revisions, options));
}

async function compare(
  { api }: MediationSession,
  { name: on = '' }: MediationGroup,
  options: HistoryOptions,
) {
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
    hasTable: true,
    description: 'List the revisions of a group, the last one first, or compare two of them',
    examples: [
      'diptych mediation groups history Races',
      'diptych mediation groups history Races --from 3 --to 7',
    ],
    help: 'With --to alone: what changed in this revision.\nWith --from alone: what changed since this revision.',
    options: (command) =>
      command
        .option('--from <revision>', 'compare this revision')
        .option('--to <revision>', 'with this one')
        .option('--limit <number>', 'list at most so many revisions', '50'),
    async run(session, options, wanted) {
      const group = await groupOf(session, wanted ?? '');
      const isList = options.from === undefined && options.to === undefined;
      await (isList ? listRevisions : compare)(session, group, options);
    },
  });
