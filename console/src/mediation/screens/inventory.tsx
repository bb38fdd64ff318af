import { useState } from 'react';
import type { AdUnit, MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { useListState } from '../../frame/list-state.ts';
import { Link } from '../../frame/navigation.tsx';
import { Page } from '../../frame/page.tsx';
import { useRequestedDialog } from '../../frame/requested-dialog.ts';
import { Button } from '../../kit/button.tsx';
import { Id } from '../../kit/id.tsx';
import { Empty, Loaded } from '../../kit/states.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import { type Inventory, useAllGroups, useInventory } from '../data.ts';
import { useLabels } from '../parts/labels.ts';
import { named } from '../parts/named.ts';
import { NewAppDialog } from './new-app-dialog.tsx';
import { NewUnitDialog } from './new-unit-dialog.tsx';

/** Groups by ad unit. */
function groupsByUnit(groups: readonly MediationGroup[]): ReadonlyMap<string, readonly MediationGroup[]> {
  const map = new Map<string, readonly MediationGroup[]>();
  for (const group of groups)
    for (const id of group.targeting?.adUnitIds ?? []) map.set(id, [...(map.get(id) ?? []), group]);
  return map;
}

function useColumns(): readonly Column<AdUnit>[] {
  const { mediation } = useMessages();
  const { inventory: words, words: shared } = mediation;
  const { publisherId } = useAccount();
  const { data: groups = [] } = useAllGroups();
  const byUnit = groupsByUnit(groups);
  return [
    {
      key: 'name',
      head: words.columns.name,
      isTitle: true,
      cell: ({ displayName }) => displayName ?? words.unnamed,
    },
    { key: 'id', head: words.columns.id, cell: ({ adUnitId = '' }) => <Id value={adUnitId} /> },
    { key: 'format', head: words.columns.format, cell: ({ adFormat }) => named(shared.formats, adFormat) },
    {
      key: 'groups',
      head: words.columns.groups,
      cell: ({ adUnitId = '' }) => {
        const own = byUnit.get(adUnitId) ?? [];
        if (own.length === 0) return <span className="soft">{words.inNoGroup}</span>;
        return (
          <ul className="plain">
            {own.map(({ mediationGroupId, displayName }) => (
              <li key={mediationGroupId}>
                <Link to={`/${publisherId}/groups/${mediationGroupId}`}>{displayName}</Link>
              </li>
            ))}
          </ul>
        );
      },
    },
  ];
}

const showSection = (section: HTMLElement | null) => section?.scrollIntoView();

function Apps({ apps, units }: Inventory) {
  const { mediation } = useMessages();
  const { inventory: words, words: shared } = mediation;
  const labels = useLabels();
  const columns = useColumns();
  const { app, unit: marked } = useListState().filters;
  const known = new Set(apps.map(({ appId }) => appId));
  const parts = [
    ...apps.map(({ appId = '', platform }) => ({
      appId,
      title: labels.app(appId),
      platform,
      units: units.filter((unit) => unit.appId === appId),
    })),
    {
      appId: '',
      title: words.otherUnits,
      platform: undefined,
      units: units.filter(({ appId }) => !known.has(appId)),
    },
  ].filter((part) => part.appId !== '' || part.units.length > 0);
  return parts.map(({ appId, title, platform, units: own }) => (
    <section
      key={appId}
      ref={appId !== '' && appId === app ? showSection : undefined}
      className="stack tight inventory"
      aria-label={title}
    >
      <div className="pair">
        <h2>{title}</h2>
        {platform && <span className="soft small">{named(shared.platforms, platform)}</span>}
        {appId && <Id value={appId} />}
      </div>
      {own.length === 0 ? (
        <p className="soft">{words.noUnits}</p>
      ) : (
        <Table
          caption={words.caption(title)}
          columns={columns}
          rows={own}
          rowKey={({ adUnitId = '' }) => adUnitId}
          current={marked}
        />
      )}
    </section>
  ));
}

/** Apps with their ad units, and the groups of each ad unit. */
export function InventoryScreen() {
  const { mediation } = useMessages();
  const { inventory: words } = mediation;
  const query = useInventory();
  const groups = useAllGroups();
  const [opened, setOpened] = useState<'app' | 'unit'>();
  useRequestedDialog(
    ['app', 'unit'],
    setOpened,
    (one) => query.data && (one === 'app' || query.data.apps.length > 0),
  );
  const close = () => setOpened(undefined);
  const apps = query.data?.apps ?? [];
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          <Button kind="main" disabled={apps.length === 0} onClick={() => setOpened('unit')}>
            {words.newUnit}
          </Button>
          <Button onClick={() => setOpened('app')}>{words.newApp}</Button>
        </>
      }
    >
      <Loaded query={query} also={[groups]}>
        {(inventory) =>
          inventory.apps.length + inventory.units.length === 0 ? (
            <Empty title={words.emptyTitle}>{words.emptyText}</Empty>
          ) : (
            <Apps {...inventory} />
          )
        }
      </Loaded>
      {opened === 'app' && <NewAppDialog onClose={close} />}
      {opened === 'unit' && <NewUnitDialog apps={apps} onClose={close} />}
    </Page>
  );
}
