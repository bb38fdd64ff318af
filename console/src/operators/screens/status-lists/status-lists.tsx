import { useId, useState } from 'react';
import { Page } from '../../../frame/page.tsx';
import { useRequestedDialog } from '../../../frame/requested-dialog.ts';
import { Badge, toneOf } from '../../../kit/badge.tsx';
import { Button } from '../../../kit/button.tsx';
import { type Fact, Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { Alert, Empty, Loaded, Loading } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { absolute, formattingLocale, longDayText } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin, useMayCall } from '../../api.ts';
import { useColumns, useHeading } from '../../parts/worded/columns.tsx';
import { WordedDialog } from '../../parts/worded/worded-dialog.tsx';

type Row = AdminResponse<'listStatusLists'>['statusLists'][number];
type State = NonNullable<Row['problem']> | 'published';

const stateOf = ({ problem }: Row): State => problem ?? 'published';

/** Other things may expire; a list that did is a problem. */
function ListState({ state }: { readonly state: State }) {
  const { statusLists: words } = useMessages();
  return <Badge tone={state === 'expired' ? 'warn' : toneOf(state)}>{words.states[state]}</Badge>;
}

/** Lists are published in the background. */
const EVERY = 30_000;

const SIGNING = new Set(['active', 'grace']);

/** Warns of roots without a status signer: their lists cannot be published then, and expire. */
function NoSigner({ rows }: { readonly rows: readonly Row[] }) {
  const { statusLists: words } = useMessages();
  const { data, isLoading } = useAdmin('listKeys', {});
  if (isLoading) return <Loading isHidden />;
  const { keys } = data ?? {};
  if (keys === undefined) return null;
  const signers = keys.filter(({ role, stage }) => role === 'statusSigner' && SIGNING.has(stage));
  const signed = new Set(signers.map(({ rootId }) => rootId));
  const roots = new Set(rows.map(({ rootId }) => rootId).filter((rootId) => !signed.has(rootId)));
  return [...roots].map((root) => (
    <Alert key={root} title={words.noSigner(root)}>
      {words.noSignerText}
    </Alert>
  ));
}

interface ListNameProps {
  readonly row: Row;
  readonly number: string;
  /** The other cells. */
  readonly facts: readonly Fact[];
}

/** Which of the lists it is, with its id small below. Where the table has no room, all else is folded. */
function ListName({ row: { name }, number, facts }: ListNameProps) {
  const { common } = useMessages();
  return (
    <div className="lines">
      <span>{number}</span>
      <span className="soft small">
        <Id value={name} />
      </span>
      <details className="folded small">
        <summary>{common.details}</summary>
        <Facts facts={facts} />
      </details>
    </div>
  );
}

/** The key that the signers of a list come from. */
function Root({ id }: { readonly id: string }) {
  const { keys } = useMessages();
  return (
    <span className="lines">
      {keys.roles.iaca}
      <span className="soft small">
        <Id value={id} />
      </span>
    </span>
  );
}

/** That all lists are published, since when, and until when. */
function Published({ rows }: { readonly rows: readonly Row[] }) {
  const { statusLists: words } = useMessages();
  const textsOf = (key: 'publishTime' | 'nextPublishTime') => {
    const times = rows.map((row) => Date.parse(row[key] ?? '')).toSorted((one, other) => one - other);
    return times.map((time) => absolute(time, formattingLocale()));
  };
  const [published, next] = [textsOf('publishTime'), textsOf('nextPublishTime')];
  const since = published[0]!;
  return (
    <p>{words.fine(rows.length, since === published.at(-1) ? since : words.orLater(since), next[0]!)}</p>
  );
}

function Lists({ rows }: { readonly rows: readonly Row[] }) {
  const { statusLists: words } = useMessages();
  const id = useId();
  const alike = [...Map.groupBy(rows, ({ endTime }) => longDayText(Date.parse(endTime)))];
  const numberOf = (row: Row) => {
    const [, of = []] = alike.find(([, some]) => some.includes(row)) ?? [];
    return words.numbered(of.indexOf(row) + 1, of.length);
  };
  const isOneRoot = new Set(rows.map(({ rootId }) => rootId)).size === 1;
  const others = useColumns('listStatusLists', {
    // How much of it is used, the server does not say. A single root tells no list from others.
    without: ['name', 'uri', 'endTime', 'entries', ...(isOneRoot ? (['rootId'] as const) : [])],
    cells: { rootId: ({ rootId }) => <Root id={rootId} /> },
  });
  const heading = useHeading('listStatusLists');
  const columns: readonly Column<Row>[] = [
    {
      key: 'name',
      head: heading('name'),
      cell: (row) => (
        <ListName
          row={row}
          number={numberOf(row)}
          facts={others.map(({ head, cell }) => [head, cell(row)])}
        />
      ),
    },
    ...others,
    {
      key: 'state',
      head: words.state,
      cell: (row) => <ListState state={stateOf(row)} />,
    },
  ];
  const wrong = rows.filter(({ problem }) => problem !== undefined).length;
  return (
    <>
      <NoSigner rows={rows} />
      {wrong > 0 ? (
        <Alert title={words.problems(wrong, rows.length)}>{words.problemsText}</Alert>
      ) : (
        <Published rows={rows} />
      )}
      {alike.map(([day, some], index) => {
        const until = words.until(day);
        return (
          <section key={day} className="stack" aria-labelledby={`${id}-${index}`}>
            <h2 id={`${id}-${index}`}>{until}</h2>
            <div className="folding-rows">
              <Table caption={until} columns={columns} rows={some} rowKey={({ name }) => name} />
            </div>
          </section>
        );
      })}
    </>
  );
}

/** The lists by which readers see revocations, and whether they are published in time. */
export function StatusLists() {
  const { statusLists: words } = useMessages();
  const query = useAdmin('listStatusLists', {}, { every: EVERY });
  const may = useMayCall();
  const [isOpen, setOpen] = useState(false);
  const hasLists = query.data && query.data.statusLists.length > 0;
  useRequestedDialog(
    ['publish'],
    () => setOpen(true),
    () => hasLists,
  );
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        hasLists &&
        may('publishStatusLists') && <Button onClick={() => setOpen(true)}>{words.publish}</Button>
      }
    >
      <Loaded query={query}>
        {({ statusLists }) =>
          statusLists.length === 0 ? (
            <Empty title={words.emptyTitle}>{words.emptyText}</Empty>
          ) : (
            <Lists rows={statusLists} />
          )
        }
      </Loaded>
      {isOpen && <WordedDialog method="publishStatusLists" onClose={() => setOpen(false)} />}
    </Page>
  );
}
