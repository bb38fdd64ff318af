import { checkFilter, ListFilters, NoRows, setTo } from '../../../frame/list-filters.tsx';
import { useListState } from '../../../frame/list-state.ts';
import { Page } from '../../../frame/page.tsx';
import { Badge } from '../../../kit/badge.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Field, TextInput } from '../../../kit/field.tsx';
import { Id } from '../../../kit/id.tsx';
import { LongWords } from '../../../kit/long-words.tsx';
import { Denied, Empty, Loaded } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { Tabs } from '../../../kit/tabs.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, roleFor, useAdmin, useHasMethod, useMayCall } from '../../api.ts';
import { DocumentTypes } from './document-types.tsx';
import { Findings } from './findings.tsx';

type Setting = AdminResponse<'getSettings'>['settings'][number];

export function Settings() {
  const { settings: words } = useMessages();
  const { filters, set } = useListState();
  const has = useHasMethod();
  return (
    <Page title={words.title} lead={words.lead}>
      <Tabs
        label={words.title}
        selected={filters.tab ?? 'settings'}
        onSelect={(tab) => set({ tab: tab === 'settings' ? undefined : tab })}
        tabs={[
          { key: 'settings', title: words.tabs.settings, content: () => <Effective /> },
          ...(has('listDocumentTypes')
            ? [{ key: 'documents', title: words.tabs.documents, content: () => <DocumentTypes /> }]
            : []),
        ]}
      />
    </Page>
  );
}

function Effective() {
  const mayCall = useMayCall();
  if (!mayCall('getSettings')) return <Denied role={roleFor('getSettings')} />;
  return (
    <>
      <Findings />
      <SettingList />
    </>
  );
}

const valueText = (value: unknown): string =>
  value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

const isChangedOne = ({ source }: Setting) => source !== 'default';

interface SettingGroupProps {
  readonly group: string;
  readonly all: readonly Setting[];
  /** Those of them that the filters let through. */
  readonly settings: readonly Setting[];
  readonly isOpen: boolean;
}

/** Closed, it names the settings that are changed: those that do not come from the defaults. */
function SettingGroup({ group, all, settings, isOpen }: SettingGroupProps) {
  const { settings: words } = useMessages();
  const columns: readonly Column<Setting>[] = [
    {
      key: 'name',
      head: words.columns.name,
      cell: ({ name, description }) => (
        <div>
          <code>
            <LongWords text={name} />
          </code>
          <div className="soft small">
            <LongWords text={description} />
          </div>
        </div>
      ),
    },
    {
      key: 'value',
      head: words.columns.value,
      cell: ({ value }) => <code className="breaks">{valueText(value)}</code>,
    },
    {
      key: 'source',
      head: words.columns.source,
      cell: ({ source, origin }) => (origin === undefined ? words.sources[source] : origin),
    },
  ];
  const changed = all.filter(isChangedOne);
  return (
    <details className="fold" open={isOpen}>
      <summary>
        <span className="fold-title">
          <strong>{group}</strong>
          {changed.length > 0 ? (
            <Badge tone="main">{words.changedOf(changed.length, all.length)}</Badge>
          ) : (
            <span className="soft">{words.count(all.length)}</span>
          )}
        </span>
        {changed.length > 0 && (
          <code className="soft small breaks">
            {changed.map(({ name }) => withoutGroup(name)).join(', ')}
          </code>
        )}
      </summary>
      <Table caption={group} columns={columns} rows={settings} rowKey={({ name }) => name} />
    </details>
  );
}

const groupOf = (name: string): string | undefined => /^[^.]+(?=\.)/.exec(name)?.[0];
const withoutGroup = (name: string): string => name.replace(/^[^.]+\./, '');

interface SettingGroupsProps {
  readonly all: readonly Setting[];
  /** Those that the filters let through. */
  readonly rows: readonly Setting[];
  readonly isOpen: boolean;
}

/**
 * The settings by the first part of their names; those of one part belong to the server as a whole. The two columns are read one
 * after the other, and no group leaves its place when another opens.
 */
function SettingGroups({ all, rows, isOpen }: SettingGroupsProps) {
  const { settings: words } = useMessages();
  const grouped = (some: readonly Setting[]) =>
    Map.groupBy(some, ({ name }) => groupOf(name) ?? words.server);
  const whole = grouped(all);
  const groups = [...grouped(rows)];
  const half = Math.ceil(groups.length / 2);
  const shown = (some: typeof groups) =>
    some.map(([group, settings]) => (
      <SettingGroup
        key={group}
        group={group}
        all={whole.get(group) ?? []}
        settings={settings}
        isOpen={isOpen}
      />
    ));
  return (
    <div className="folds">
      <div>{shown(groups.slice(0, half))}</div>
      <div>{shown(groups.slice(half))}</div>
    </div>
  );
}

function SettingList() {
  const { settings: words } = useMessages();
  const query = useAdmin('getSettings', {});
  const list = useListState();
  const { text = '', changed, policy } = list.filters;
  return (
    <>
      <h2>{words.settings}</h2>
      <Loaded query={query}>
        {({ version, profile, digest, settings }) => {
          const rows = settings.filter(
            (one) =>
              one.name.toLowerCase().includes(text.trim().toLowerCase()) &&
              (!changed || isChangedOne(one)) &&
              (!policy || one.isPolicy),
          );
          return (
            <>
              <Facts
                facts={[
                  [words.version, version],
                  [words.profile, profile],
                  [words.digest, <Id key="digest" value={digest} />],
                ]}
              />
              <ListFilters
                list={list}
                search={{
                  input: (
                    <Field label={words.search}>
                      <TextInput value={text} onChange={(typed) => list.set({ text: typed })} />
                    </Field>
                  ),
                  set: setTo(list, 'text', words.search),
                }}
                filters={[
                  checkFilter(list, 'changed', words.changedOnly),
                  checkFilter(list, 'policy', words.policyOnly),
                ]}
              >
                {rows.length === 0 ? (
                  <NoRows>
                    <Empty title={words.noneTitle} />
                  </NoRows>
                ) : (
                  <SettingGroups all={settings} rows={rows} isOpen={rows.length < settings.length} />
                )}
              </ListFilters>
            </>
          );
        }}
      </Loaded>
    </>
  );
}
