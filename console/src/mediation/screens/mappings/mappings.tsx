import { platforms } from 'virtual:contract';
import { useState } from 'react';
import { shortList } from '../../../../../src/client/short-list.ts';
import type { MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { checkFilter, choiceFilter, ListFilters, NoRows } from '../../../frame/list-filters.tsx';
import { useListState } from '../../../frame/list-state.ts';
import { Page } from '../../../frame/page.tsx';
import { useRequestedDialog } from '../../../frame/requested-dialog.ts';
import { Button } from '../../../kit/button.tsx';
import { download } from '../../../kit/download.ts';
import { Headed } from '../../../kit/headed.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { Pager } from '../../../kit/pager.tsx';
import { Empty, Failure, Loaded, Loading, Notice } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import {
  type Catalogue,
  type Inventory,
  useAllGroups,
  useCatalogue,
  useInventory,
  useMappings,
} from '../../data.ts';
import { linesOf } from '../../model/draft.ts';
import { exportRows, type IsUsed, missingMappings, usedBy } from '../../model/mapping-rows.ts';
import { useLabels } from '../../parts/labels.ts';
import { named } from '../../parts/named.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { Matrix } from './matrix.tsx';
import { NewDialog } from './new-dialog.tsx';
import { PasteDialog } from './paste-dialog.tsx';

const DIALOGS = ['new', 'paste', 'copy'] as const;
type Opened = (typeof DIALOGS)[number];

interface LoadedProps {
  readonly inventory: Inventory;
  readonly catalogue: Catalogue;
  /** They tell which mappings lines need. */
  readonly groups: readonly MediationGroup[];
  readonly opened: Opened | undefined;
  readonly onOpen: (opened: Opened | undefined) => void;
}

function LoadedMappings({ inventory, catalogue, groups, opened, onOpen }: LoadedProps) {
  const { common, mediation } = useMessages();
  const { mappings: words, words: shared } = mediation;
  const labels = useLabels();
  const list = useListState();
  const say = useSay();
  const { platform = '', source = '', unit: onlyUnit = '', all = '' } = list.filters;
  const units = inventory.units.filter(
    ({ appId, adUnitId }) =>
      (platform === '' || labels.platformOf(appId) === platform) &&
      (onlyUnit === '' || adUnitId === onlyUnit),
  );
  // The whole inventory is in memory, so the page token is an index.
  const from = Number(list.pageToken ?? 0);
  const page = units.slice(from, from + list.pageSize);
  const mappings = useMappings(page.flatMap(({ adUnitId }) => adUnitId ?? []));
  const pairs = page.flatMap((unit) =>
    (mappings.data.get(unit.adUnitId ?? '') ?? []).map((mapping) => ({ unit, mapping })),
  );
  const usedAdapters = new Set(pairs.map(({ mapping }) => mapping.adapterId));
  const usedSources = new Set(groups.flatMap(linesOf).map(({ adSourceId }) => adSourceId));
  const onPage = new Set(page.map(({ appId }) => labels.platformOf(appId)));
  const everyAdapter = catalogue.sources.flatMap(({ adapters }) => adapters);
  const adapters = everyAdapter.filter(
    ({ adapterId, adSourceId, platform: own }) =>
      (source === '' || adSourceId === source) &&
      (usedAdapters.has(adapterId) ||
        (onPage.has(own) && (all !== '' || source !== '' || usedSources.has(adSourceId)))),
  );
  const isUsed = usedBy(groups);
  const lacking = (isNeeded: IsUsed) =>
    missingMappings(page, adapters, mappings.data, labels.platformOf, isNeeded);
  const missing = lacking(isUsed);
  /** Also of a network that no line uses yet, for a person who looks at it. */
  const toFill = all === '' && source === '' ? missing : lacking(() => true);
  const without = mappings.isPending
    ? []
    : page.filter(
        (unit) =>
          (mappings.data.get(unit.adUnitId ?? '') ?? []).length === 0 &&
          missing.some((pair) => pair.unit === unit),
      );
  const next = from + list.pageSize < units.length ? String(from + list.pageSize) : undefined;
  const close = () => onOpen(undefined);
  return (
    <>
      <ListFilters
        list={list}
        filters={[
          choiceFilter(list, 'platform', {
            label: words.platform,
            names: platforms.map((value) => ({ value, text: named(shared.platforms, value) })),
          }),
          choiceFilter(list, 'source', {
            label: words.source,
            names: catalogue.sources
              .filter((one) => one.adapters.length > 0)
              .map(({ adSourceId, title }) => ({ value: adSourceId, text: title })),
          }),
          choiceFilter(list, 'unit', {
            label: words.unit,
            names: inventory.units.map(({ adUnitId = '' }) => ({
              value: adUnitId,
              text: labels.unit(adUnitId),
            })),
          }),
          // It adds rows, so it is never why there are none.
          { ...checkFilter(list, 'all', words.all), set: [] },
        ]}
      >
        {mappings.isPending && <Loading />}
        {mappings.error !== undefined && mappings.error !== null && <Failure error={mappings.error} />}
        {without.length > 0 && (
          <Notice kind="care">
            {words.without(without.length)}{' '}
            {shortList(
              without.map(({ adUnitId = '' }) => labels.unit(adUnitId)),
              shared.more,
            )}
          </Notice>
        )}
        {units.length === 0 ? (
          <NoRows>
            <Empty title={words.emptyTitle}>{words.emptyText}</Empty>
          </NoRows>
        ) : adapters.length === 0 ? (
          <NoRows>
            <Empty title={words.noAdapters} />
          </NoRows>
        ) : (
          <>
            <Headed
              actions={
                <Button
                  disabled={pairs.length === 0}
                  title={words.exportText}
                  onClick={() => {
                    download(words.file, `\uFEFF${exportRows(pairs, everyAdapter)}`);
                    say(words.exported);
                  }}
                >
                  {common.exportCsv}
                </Button>
              }
            >
              <p role="status">{mappings.isPending ? '' : words.missingCount(missing.length)}</p>
            </Headed>
            <Matrix units={page} adapters={adapters} mappings={mappings.data} isUsed={isUsed} />
          </>
        )}
        {all === '' && source === '' && <p className="soft small">{words.usedOnly}</p>}
        <Pager {...list.pager(next)} />
      </ListFilters>
      {opened === 'new' && <NewDialog units={inventory.units} adapters={everyAdapter} onClose={close} />}
      {opened === 'paste' && (
        <PasteDialog
          units={inventory.units}
          adapters={everyAdapter}
          template={toFill.length === 0 ? undefined : exportRows(toFill, everyAdapter)}
          onClose={close}
        />
      )}
      {opened === 'copy' && <CopyDialog units={inventory.units} adapters={everyAdapter} onClose={close} />}
    </>
  );
}

/** A matrix of ad units and adapters with their mappings. */
export function Mappings() {
  const { mediation } = useMessages();
  const { mappings: words } = mediation;
  const inventory = useInventory();
  const catalogue = useCatalogue();
  const allGroups = useAllGroups();
  const [opened, setOpened] = useState<Opened>();
  useRequestedDialog<Opened>(DIALOGS, setOpened);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          <Button kind="main" onClick={() => setOpened('new')}>
            {words.new}
          </Button>
          <Button onClick={() => setOpened('paste')}>{words.paste}</Button>
          <Button onClick={() => setOpened('copy')}>{words.copyFrom}</Button>
        </>
      }
    >
      <Loaded query={inventory}>
        {(known) => (
          <Loaded query={catalogue}>
            {(read) => (
              <Loaded query={allGroups}>
                {(groups) => (
                  <LoadedMappings
                    inventory={known}
                    catalogue={read}
                    groups={groups}
                    opened={opened}
                    onOpen={setOpened}
                  />
                )}
              </Loaded>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
