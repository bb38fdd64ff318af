import type { MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { Link } from '../../../frame/navigation.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Loaded } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { useAllGroups } from '../../data.ts';
import { useFigures } from '../../figures.ts';
import { byRevenue, type Figures, sumOf } from '../../model/figures.ts';
import { ARCHIVED } from '../../model/filter.ts';
import { useFigureColumns } from '../../parts/figure-columns.tsx';
import { named } from '../../parts/named.ts';

/** Groups on the first screen; the others are in the list. */
const SHOWN = 8;

/** A group, or several that have no row of their own. */
interface Row {
  readonly key: string;
  readonly name: string | undefined;
  readonly group?: MediationGroup;
  readonly figures: Figures | undefined;
  /** Of the address of the list. */
  readonly search?: object;
}

/** The groups that earn most, then the others and the archived ones together: the rows add up to the revenue of all. */
export function GroupFigures() {
  const { mediation } = useMessages();
  const { overview: words, words: shared } = mediation;
  const { publisherId } = useAccount();
  const groups = useAllGroups();
  const { figures, isLoading } = useFigures();
  const figureColumns = useFigureColumns((row: Row) => row.figures);
  const rowsOf = (all: readonly MediationGroup[]): readonly Row[] => {
    const idOf = ({ mediationGroupId = '' }: MediationGroup) => mediationGroupId;
    const ordered = byRevenue(all, figures);
    const listed = new Set(all.map(idOf));
    const others = sumOf(ordered.slice(SHOWN).map((group) => figures.get(idOf(group))));
    const archived = sumOf([...figures].flatMap(([id, one]) => (listed.has(id) ? [] : [one])));
    return [
      ...ordered.slice(0, SHOWN).map((group) => ({
        key: idOf(group),
        name: group.displayName,
        group,
        figures: figures.get(idOf(group)),
      })),
      ...(others ? [{ key: 'others', name: words.otherGroups, figures: others }] : []),
      ...(archived
        ? [{ key: ARCHIVED, name: words.archivedGroups, figures: archived, search: { state: ARCHIVED } }]
        : []),
    ];
  };
  const columns: readonly Column<Row>[] = [
    {
      key: 'name',
      head: mediation.groups.columns.name,
      cell: ({ name, group, search }) =>
        group ? (
          <Link className="group-name" to={`/${publisherId}/groups/${group.mediationGroupId}`}>
            {name}
          </Link>
        ) : (
          <Link to={`/${publisherId}/groups`} search={search}>
            {name}
          </Link>
        ),
    },
    {
      key: 'format',
      head: mediation.group.format,
      cell: ({ group }) => named(shared.formats, group?.targeting?.format),
    },
    ...figureColumns,
  ];
  return (
    <section className="stack tight" aria-labelledby="groups-title">
      <Headed actions={<Link to={`/${publisherId}/groups`}>{words.allGroups}</Link>}>
        <h2 id="groups-title">{words.groups}</h2>
      </Headed>
      <Loaded query={groups} also={[{ isLoading }]}>
        {(all) =>
          all.length === 0 ? (
            <p className="soft">{mediation.groups.emptyText}</p>
          ) : (
            <Table caption={words.groups} columns={columns} rows={rowsOf(all)} rowKey={({ key }) => key} />
          )
        }
      </Loaded>
    </section>
  );
}
