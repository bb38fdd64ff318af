import type { MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { Link } from '../../../frame/navigation.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Loaded } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { useAllGroups } from '../../data.ts';
import { useFigures } from '../../figures.ts';
import { byRevenue } from '../../model/figures.ts';
import { useFigureColumns } from '../../parts/figure-columns.tsx';
import { named } from '../../parts/named.ts';

/** Groups on the first screen; the others are in the list. */
const SHOWN = 8;

/** The groups that earn most. */
export function GroupFigures() {
  const { mediation } = useMessages();
  const { overview: words, words: shared } = mediation;
  const { publisherId } = useAccount();
  const groups = useAllGroups();
  const { figures, isLoading } = useFigures();
  const figureColumns = useFigureColumns(({ mediationGroupId = '' }: MediationGroup) =>
    figures.get(mediationGroupId),
  );
  const columns: readonly Column<MediationGroup>[] = [
    {
      key: 'name',
      head: mediation.groups.columns.name,
      cell: ({ mediationGroupId, displayName }) => (
        <Link className="group-name" to={`/${publisherId}/groups/${mediationGroupId}`}>
          {displayName}
        </Link>
      ),
    },
    {
      key: 'format',
      head: mediation.group.format,
      cell: ({ targeting }) => named(shared.formats, targeting?.format),
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
            <Table
              caption={words.groups}
              columns={columns}
              rows={byRevenue(all, figures).slice(0, SHOWN)}
              rowKey={({ mediationGroupId = '' }) => mediationGroupId}
            />
          )
        }
      </Loaded>
    </section>
  );
}
