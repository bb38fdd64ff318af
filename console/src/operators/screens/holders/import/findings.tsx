import { Badge, toneOf } from '../../../../kit/badge.tsx';
import { Button } from '../../../../kit/button.tsx';
import { csvText } from '../../../../kit/csv.ts';
import { download } from '../../../../kit/download.ts';
import { Headed } from '../../../../kit/headed.tsx';
import { type Column, Table } from '../../../../kit/table.tsx';
import { holdersImport } from '../../../../messages/holders-import.ts';
import { useMessages, useWords } from '../../../../messages/index.ts';
import { wordsOfPath } from './columns.ts';
import type { Finding, Job } from './job.ts';

/** Lists faults and warnings with their rows and columns. */
export function Findings({ job: { findings, moreFindings } }: { readonly job: Job }) {
  const { recordElements } = useMessages();
  const words = useWords(holdersImport);
  if (findings.length === 0) return null;
  const problemOf = ({ path, problem }: Finding) =>
    typeof problem === 'string'
      ? `${wordsOfPath(path, recordElements)} ${problem}`.trim()
      : words.problems[problem.kind](problem.column ?? '', problem.text ?? '');
  const heads = words.faultColumns;
  const columns: readonly Column<Finding>[] = [
    { key: 'row', head: heads.row, cell: ({ row }) => row, isNumber: true },
    {
      key: 'column',
      head: heads.column,
      cell: ({ column, path }) =>
        column === undefined && path === '' ? words.wholeRow : <code>{column ?? path}</code>,
    },
    { key: 'holder', head: heads.holder, cell: ({ id }) => id ?? '–' },
    {
      key: 'problem',
      head: heads.problem,
      cell: (one) => (
        <span>
          <Badge tone={toneOf(one.severity)}>{words.kinds[one.severity]}</Badge> {problemOf(one)}
        </span>
      ),
    },
    { key: 'rule', head: heads.rule, cell: ({ rule }) => <span className="small">{rule ?? '–'}</span> },
  ];
  const save = () =>
    download(
      'faults.csv',
      csvText(
        ['row', 'column', 'holder', 'severity', 'path', 'problem', 'rule'],
        findings.map((one) => [
          one.row,
          one.column,
          one.id,
          one.severity,
          one.path,
          problemOf(one),
          one.rule,
        ]),
      ),
    );
  const rows = findings
    .map((one, index) => ({ ...one, key: String(index) }))
    .sort((one, other) => one.row - other.row);
  return (
    <section className="stack">
      <Headed actions={<Button onClick={save}>{words.exportFaults}</Button>}>
        <h2>{words.faults}</h2>
      </Headed>
      <Table
        caption={words.faults}
        columns={columns}
        rows={rows}
        rowKey={(one) => (one as { key: string } & Finding).key}
      />
      {moreFindings > 0 && <p className="soft">{words.more(moreFindings)}</p>}
    </section>
  );
}
