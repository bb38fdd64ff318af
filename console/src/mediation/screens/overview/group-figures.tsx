import { Link } from '../../../frame/navigation.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Loaded } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { useAllGroups } from '../../data.ts';
import { useFigures } from '../../figures.ts';
import { ARCHIVED } from '../../model/filter.ts';
import { type RevenueRow, rowsByRevenue } from '../../model/rows-by-revenue.ts';
import { useFigureColumns } from '../../parts/figure-columns.tsx';
import { named } from '../../parts/named.ts';

/** A link to the group, or to the list with the other or the archived ones, and what a row is that is no group. */
function RowName({ row }: { readonly row: RevenueRow }) {
  const { overview: words } = useMessages().mediation;
  const list = `/${useAccount().publisherId}/groups`;
  if (row.kind === 'group')
    return (
      <Link className="group-name" to={`${list}/${row.group.mediationGroupId}`}>
        {row.group.displayName}
      </Link>
    );
  const rest = {
    others: { search: {}, name: words.otherGroups, is: words.othersAre },
    archived: { search: { state: ARCHIVED }, name: words.archivedGroups, is: words.archivedAre },
    none: { search: undefined, name: words.withoutGroup, is: words.withoutGroupIs },
  }[row.kind];
  return (
    <span className="line-name">
      {rest.search ? (
        <Link to={list} search={rest.search}>
          {rest.name}
        </Link>
      ) : (
        rest.name
      )}
      <span className="soft small">{rest.is}</span>
    </span>
  );
}

const keyOf = (row: RevenueRow): string =>
  row.kind === 'group' ? (row.group.mediationGroupId ?? '') : row.kind;

/** What the groups earned, and all else: the rows add up to the revenue of all. */
export function GroupFigures() {
  const { mediation } = useMessages();
  const { overview: words, words: shared } = mediation;
  const { publisherId } = useAccount();
  const groups = useAllGroups();
  const { figures, isLoading } = useFigures();
  const figureColumns = useFigureColumns((row: RevenueRow) => row.figures);
  const columns: readonly Column<RevenueRow>[] = [
    { key: 'name', head: mediation.groups.columns.name, cell: (row) => <RowName row={row} /> },
    {
      key: 'format',
      head: mediation.group.format,
      cell: (row) => row.kind === 'group' && named(shared.formats, row.group.targeting?.format),
    },
    ...figureColumns,
  ];
  return (
    <section className="stack tight" aria-labelledby="groups-title">
      <Headed actions={<Link to={`/${publisherId}/groups`}>{words.allGroups}</Link>}>
        <h2 id="groups-title">{words.groups}</h2>
      </Headed>
      <Loaded query={groups} also={[{ isLoading }]}>
        {(all) => {
          const rows = rowsByRevenue(all, figures);
          if (rows.length === 0) return <p className="soft">{mediation.groups.emptyText}</p>;
          return <Table caption={words.groups} columns={columns} rows={rows} rowKey={keyOf} />;
        }}
      </Loaded>
    </section>
  );
}
