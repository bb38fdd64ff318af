import { useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import { Link } from '../../../frame/navigation.tsx';
import { Abandoned, useSession } from '../../../frame/session.tsx';
import { Button } from '../../../kit/button.tsx';
import { FormActions } from '../../../kit/form-actions.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { Failure, Notice } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { live, useChange } from '../../api.ts';
import { LINES_TO_MAP_FIELDS, type LineToMap, linesToMap } from '../../model/lines-to-map.ts';
import { BATCH, batchesOf, type MappingRow, type RowProblem } from '../../model/mapping-rows.ts';
import { useLabels } from '../../parts/labels.ts';

interface Refused {
  readonly error: unknown;
  /** Problems by index among the rows that were sent. */
  readonly byRow: ReadonlyMap<number, string>;
  readonly from: number;
  readonly to: number;
}

/** The refused rows of a batch, with reasons. */
function refusedRows(error: unknown, from: number): ReadonlyMap<number, string> {
  if (!(error instanceof ApiError)) return new Map();
  return new Map(
    error.violations.flatMap(({ field, description }) => {
      const index = /^requests\[(\d+)\]/.exec(field)?.[1];
      return index === undefined ? [] : [[from + Number(index), description] as const];
    }),
  );
}

interface RowsSenderProps {
  readonly rows: readonly MappingRow[];
  readonly onDone: () => void;
}

/** Shows rows with their problems, and creates the valid ones in batches. */
export function RowsSender({ rows, onDone }: RowsSenderProps) {
  const { mediation } = useMessages();
  const { mappings: words } = mediation;
  const { name: on, publisherId } = useAccount();
  const { guarded } = useSession();
  const labels = useLabels();
  const say = useSay();
  const create = useChange('accounts.adUnitMappings.batchCreate');
  const [done, setDone] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused>();
  const [toMap, setToMap] = useState<readonly LineToMap[]>([]);
  const good = rows.filter(({ problems }) => problems.length === 0);
  /** Where nothing follows, or it could not be read, the dialog closes. */
  const finish = async () => {
    const read = guarded(() => live(on).groups({ fields: LINES_TO_MAP_FIELDS }));
    const found = linesToMap(await read.catch(() => []), good);
    if (found.length > 0) return setToMap(found);
    say(words.created(good.length));
    onDone();
  };
  const textOf = (problem: RowProblem) =>
    'setting' in problem ? words[problem.kind](problem.setting) : words.problems[problem.kind];
  const send = async () => {
    setBusy(true);
    setRefused(undefined);
    let sent = done;
    // Rows that were created before a refusal are not sent again.
    for (const requests of batchesOf(good.slice(done))) {
      try {
        await create.mutateAsync({ on, body: { requests: [...requests] } });
        sent += requests.length;
        setDone(sent);
      } catch (error) {
        setBusy(false);
        if (error instanceof Abandoned) return;
        return setRefused({ error, byRow: refusedRows(error, sent), from: sent, to: sent + requests.length });
      }
    }
    await finish();
    setBusy(false);
  };
  const statusOf = (row: MappingRow) => {
    const index = good.indexOf(row);
    const own = refused?.byRow.get(index);
    if (row.problems.length > 0)
      return <span className="problem">{row.problems.map(textOf).join('; ')}</span>;
    if (own !== undefined) return <span className="problem">{own}</span>;
    return <span className="soft">{words.ready}</span>;
  };
  const columns: readonly Column<MappingRow>[] = [
    { key: 'line', head: words.line, cell: ({ line }) => line, isNumber: true },
    {
      key: 'unit',
      head: words.unit,
      cell: ({ unit }) => (unit?.adUnitId ? labels.unit(unit.adUnitId) : '–'),
    },
    { key: 'adapter', head: words.adapter, cell: ({ adapter }) => adapter?.title ?? '–' },
    { key: 'name', head: words.mapping, cell: ({ displayName }) => displayName },
    { key: 'problem', head: words.problem, cell: statusOf },
  ];
  if (toMap.length > 0)
    return <Created count={good.length} lines={toMap} publisherId={publisherId} onClose={onDone} />;
  const bad = rows.length - good.length;
  const status = () => {
    if (isBusy && good.length > BATCH) return words.batches(done, good.length);
    return bad === 0 ? words.checkedGood(good.length) : words.checked(good.length, bad);
  };
  const lineOf = (index: number) => good[index]?.line ?? 0;
  return (
    <>
      <p role="status">{status()}</p>
      {refused && (
        <>
          <p className="problem">{words.batchFailed(lineOf(refused.from), lineOf(refused.to - 1))}</p>
          {refused.byRow.size === 0 && <Failure error={refused.error} />}
        </>
      )}
      <div className="long">
        <Table
          caption={words.rowsCaption}
          columns={columns}
          rows={rows}
          rowKey={({ line }) => String(line)}
        />
      </div>
      <FormActions
        action={words.createRows(good.length - done)}
        isBusy={isBusy}
        isReady={good.length > done}
        onRun={send}
        onCancel={isBusy ? undefined : onDone}
      />
    </>
  );
}

/** More would fill the screen, and the page of each group has them. */
const MOST_LINKS = 20;

const focusOn = (element: HTMLElement | null) => element?.focus();

interface CreatedProps {
  readonly count: number;
  readonly lines: readonly LineToMap[];
  readonly publisherId: string;
  readonly onClose: () => void;
}

/** What follows: a line uses a mapping when it names it. */
function Created({ count, lines, publisherId, onClose }: CreatedProps) {
  const { common, mediation } = useMessages();
  const { mappings: words } = mediation;
  return (
    <>
      {/* The button that had the focus is gone. */}
      <div tabIndex={-1} ref={focusOn}>
        <Notice kind="good" title={words.created(count)}>
          <p>{words.createdNext}</p>
          <ul>
            {lines.slice(0, MOST_LINKS).map(({ groupId, lineId, text }) => (
              <li key={`${groupId} ${lineId}`}>
                <Link to={`/${publisherId}/groups/${groupId}`} search={{ line: lineId }}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
          {lines.length > MOST_LINKS && <p>{mediation.words.more(lines.length - MOST_LINKS)}</p>}
        </Notice>
      </div>
      <div className="actions">
        <Button kind="main" onClick={onClose}>
          {common.close}
        </Button>
      </div>
    </>
  );
}
