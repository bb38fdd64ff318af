import { Badge } from '../../../kit/badge.tsx';
import { Button } from '../../../kit/button.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Id } from '../../../kit/id.tsx';
import { LongWords } from '../../../kit/long-words.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { Alert, Empty, Failure, Loaded } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin, useAdminAction, useMayCall } from '../../api.ts';

type Source = AdminResponse<'showCatalogue'>['adSources'][number];

function Reload() {
  const { catalogue: words } = useMessages();
  const say = useSay();
  const { mutate, isPending, error } = useAdminAction('reloadCatalogue');
  return (
    <>
      <Button isBusy={isPending} onClick={() => mutate({}, { onSuccess: () => say(words.reloaded) })}>
        {words.reload}
      </Button>
      {error && <Failure error={error} />}
    </>
  );
}

/** Without what they share: the name of the source, and formats that are equal. */
function Adapters({ title: source, adapters }: Pick<Source, 'title' | 'adapters'>) {
  const { common, changeWords } = useMessages();
  const platforms: Readonly<Record<string, string>> = changeWords.platforms;
  const known: Readonly<Record<string, string>> = changeWords.formats;
  if (adapters.length === 0) return common.noAdapters;
  const nameOf = ({ title, platform }: Source['adapters'][number]) => {
    const where = platforms[platform] ?? platform;
    const own = title.replace(source, '').trim();
    return own.endsWith(where) ? own : `${own} ${where}`.trim();
  };
  const byFormats = Map.groupBy(adapters, ({ formats }) =>
    formats.map((format) => known[format] ?? format).join(', '),
  );
  return (
    <ul className="plain">
      {[...byFormats].map(([formats, alike]) => (
        <li key={formats}>
          {alike.map(nameOf).join(', ')}: <span className="soft small">{formats}</span>
        </li>
      ))}
    </ul>
  );
}

/** The ad sources in use, and the file that they come from. */
export function Catalogue() {
  const { common, catalogue: words } = useMessages();
  const may = useMayCall();
  const query = useAdmin('showCatalogue', {});
  const columnsFor = (ownNetwork: string): readonly Column<Source>[] => [
    {
      key: 'source',
      head: words.columns.source,
      isTitle: true,
      cell: ({ title, adSourceId }) => (
        <>
          {title} {adSourceId === ownNetwork && <Badge tone="main">{common.ownNetwork}</Badge>}
        </>
      ),
    },
    { key: 'id', head: words.columns.id, cell: ({ adSourceId }) => <Id value={adSourceId} /> },
    {
      key: 'adapters',
      head: words.columns.adapters,
      cell: (source) => <Adapters {...source} />,
    },
  ];
  return (
    <>
      <Headed actions={may('reloadCatalogue') && query.data && <Reload />}>
        <h2>{words.caption}</h2>
      </Headed>
      <p className="soft">{words.lead}</p>
      <Loaded query={query}>
        {({ file, version, loadTime, ownNetwork, adSources, problems = [] }) => (
          <>
            {problems.length > 0 && (
              <Alert title={common.catalogueProblems}>
                <ul>
                  {problems.map((problem) => (
                    <li key={problem}>{problem}</li>
                  ))}
                </ul>
              </Alert>
            )}
            <Facts
              facts={[
                [
                  words.file,
                  <code key="file">
                    <LongWords text={file} />
                  </code>,
                ],
                [words.version, <Id key="version" value={version} />],
                [words.loaded, <Time key="loaded" at={loadTime} isRelative />],
              ]}
            />
            {adSources.length === 0 ? (
              <Empty title={words.emptyTitle} />
            ) : (
              <Table
                caption={words.caption}
                columns={columnsFor(ownNetwork)}
                rows={adSources.toSorted((one, other) => one.title.localeCompare(other.title))}
                rowKey={({ adSourceId }) => adSourceId}
              />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}
