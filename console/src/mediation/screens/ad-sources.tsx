import { ListFilters, NoRows, setTo } from '../../frame/list-filters.tsx';
import { useListState } from '../../frame/list-state.ts';
import { Page } from '../../frame/page.tsx';
import { Badge } from '../../kit/badge.tsx';
import { Field, TextInput } from '../../kit/field.tsx';
import { Empty, Loaded, Notice } from '../../kit/states.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { useMessages } from '../../messages/index.ts';
import { type Catalogue, type Source, useAllGroups, useCatalogue } from '../data.ts';
import { draftOf } from '../model/draft.ts';
import { named } from '../parts/named.ts';

/** Lines of all groups by ad source, when the groups are read; those of variant B stand for lines that are counted already. */
function useCounts(): ReadonlyMap<string, number> | undefined {
  const { data: groups } = useAllGroups();
  if (!groups) return undefined;
  const counts = new Map<string, number>();
  for (const { adSourceId, isTreatment } of groups.flatMap((group) => draftOf(group).lines))
    if (!isTreatment) counts.set(adSourceId, (counts.get(adSourceId) ?? 0) + 1);
  return counts;
}

type Counts = ReturnType<typeof useCounts>;

function useColumns({ ownNetwork }: Catalogue, counts: Counts): readonly Column<Source>[] {
  const { common, mediation } = useMessages();
  const { sources: words, words: shared } = mediation;
  const unique = (values: readonly string[]) => [...new Set(values)];
  return [
    {
      key: 'title',
      head: words.columns.title,
      cell: ({ title, adSourceId }) => (
        <span className="pair">
          <strong>{title}</strong>
          {adSourceId === ownNetwork && <Badge tone="main">{common.ownNetwork}</Badge>}
        </span>
      ),
    },
    {
      key: 'adapters',
      head: words.columns.adapters,
      cell: ({ adapters }) =>
        adapters.length === 0 ? (
          <span className="soft nowrap">{common.noAdapters}</span>
        ) : (
          <span className="nowrap">
            {unique(adapters.map(({ platform }) => named(shared.platforms, platform))).join(', ')}
          </span>
        ),
    },
    {
      key: 'formats',
      head: words.columns.formats,
      cell: ({ adapters }) =>
        adapters.length === 0 ? (
          <span className="soft">{words.allFormats}</span>
        ) : (
          unique(adapters.flatMap(({ formats = [] }) => formats))
            .map((format) => named(shared.formats, format))
            .join(', ') || <span className="soft">–</span>
        ),
    },
    {
      key: 'settings',
      head: words.columns.settings,
      cell: ({ adapters }) =>
        unique(
          adapters.flatMap(({ adapterConfigMetadata = [] }) =>
            adapterConfigMetadata.map(({ adapterConfigMetadataLabel = '', isRequired }) =>
              isRequired ? `${adapterConfigMetadataLabel} (${common.required})` : adapterConfigMetadataLabel,
            ),
          ),
        ).join(', ') || <span className="soft">–</span>,
    },
    {
      key: 'used',
      head: words.columns.used,
      isNumber: true,
      cell: ({ adSourceId }) => (counts ? (counts.get(adSourceId) ?? 0) : <span className="soft">–</span>),
    },
  ];
}

function Sources({ catalogue }: { readonly catalogue: Catalogue }) {
  const { common, mediation } = useMessages();
  const { sources: words } = mediation;
  const list = useListState();
  const counts = useCounts();
  const columns = useColumns(catalogue, counts);
  const { title = '' } = list.filters;
  const isUsed = ({ adSourceId }: Source) => counts?.has(adSourceId) === true;
  const rows = catalogue.sources.filter((one) => one.title.toLowerCase().includes(title.toLowerCase()));
  const [used, others] = [rows.filter(isUsed), rows.filter((one) => !isUsed(one))];
  // A phone would need many screens for the unused ad sources, so they are folded until a title is searched.
  const isFolded = title === '' && used.length > 0 && matchMedia('(max-width: 640px)').matches;
  const table = (shown: readonly Source[]) => (
    <Table caption={words.caption} columns={columns} rows={shown} rowKey={({ adSourceId }) => adSourceId} />
  );
  return (
    <>
      {catalogue.problems.length > 0 && (
        <Notice kind="care" title={common.catalogueProblems}>
          <p>{words.problemsText}</p>
          <ul>
            {catalogue.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      <ListFilters
        list={list}
        search={{
          input: (
            <Field label={words.search}>
              <TextInput value={title} onChange={(text) => list.set({ title: text })} type="search" />
            </Field>
          ),
          set: setTo(list, 'title', words.search),
        }}
      >
        {rows.length === 0 ? (
          <NoRows>
            <Empty title={words.empty} />
          </NoRows>
        ) : (
          <>
            {table(isFolded ? used : [...used, ...others])}
            {isFolded && others.length > 0 && (
              <details className="fold">
                <summary>{words.others(others.length)}</summary>
                {table(others)}
              </details>
            )}
          </>
        )}
      </ListFilters>
    </>
  );
}

export function AdSources() {
  const { mediation } = useMessages();
  const { sources: words } = mediation;
  return (
    <Page title={words.title} lead={words.lead}>
      <Loaded query={useCatalogue()} also={[useAllGroups()]}>
        {(catalogue) => <Sources catalogue={catalogue} />}
      </Loaded>
    </Page>
  );
}
