import { table } from '../../cli/table/table.ts';
import type { MediationGroup, MediationGroupLine } from '../../mediation/contract/index.ts';
import { OWN_NETWORK_ID } from '../../mediation/own-network.ts';
import { expectEqual, requirePresent } from '../narrator.ts';
import type { DemoSession, KeptGroup } from './api.ts';
import type { AdUnits, Mappings } from './inventory.ts';

export const linesOf = ({ mediationGroupLines = {} }: MediationGroup): readonly MediationGroupLine[] =>
  Object.values(mediationGroupLines);

/** The id of the line with this name. */
export function lineId(group: MediationGroup, displayName: string): string {
  const line = linesOf(group).find((one) => one.displayName === displayName);
  return requirePresent(line?.id, `the line ${displayName}`);
}

const MICROS = 1_000_000;
const dollars = (micros = '0') => `$${(Number(micros) / MICROS).toFixed(2)}`;

/** The lines of a group as a table. */
export function lineTable(group: MediationGroup): string {
  const rows = linesOf(group).map(({ id, displayName, cpmMode, cpmMicros, state, experimentVariant }) => [
    id ?? '',
    displayName ?? '',
    cpmMode === 'MANUAL' ? dollars(cpmMicros) : (cpmMode ?? ''),
    state ?? '',
    experimentVariant ?? '',
  ]);
  return table(['line', 'name', 'CPM', 'state', 'variant'], rows);
}

/** Ad sources of the shipped catalogue. */
export const SOURCES = {
  ownNetwork: OWN_NETWORK_ID,
  appLovin: '1063618907739174004',
  inMobiExchange: '5264320421916134407',
  ironSource: '6925240245545091930',
} as const;

const wanted = ({ start }: AdUnits, { appLovinAtStart }: Mappings): MediationGroup => ({
  displayName: 'Races',
  targeting: { platform: 'ANDROID', format: 'INTERSTITIAL', adUnitIds: [start.adUnitId] },
  mediationGroupLines: {
    '-1': {
      displayName: 'AppLovin',
      adSourceId: SOURCES.appLovin,
      cpmMode: 'MANUAL',
      cpmMicros: '2500000',
      adUnitMappings: { [start.adUnitId]: appLovinAtStart },
    },
    '-2': { displayName: 'InMobi bids', adSourceId: SOURCES.inMobiExchange, cpmMode: 'LIVE' },
  },
});

async function tryWithMistakes({ tell, api, account }: DemoSession): Promise<void> {
  tell.step('She sends a group with mistakes: the answer names all of them, and nothing is stored');
  const refusal = await api.refusal('accounts.mediationGroups.create', {
    on: account,
    body: {
      targeting: { platform: 'WINDOWS', format: 'INTERSTITIAL', adUnitIds: ['before-the-race'] },
      mediationGroupLines: {
        1: { adSourceId: SOURCES.appLovin, cpmMicros: '2500000' },
        '-1': { adSourceId: '4711', cpmMode: 'MANUAL', cpmMicros: '9' },
      },
    },
  });
  expectEqual(refusal.code, 'INVALID_ARGUMENT', 'the status of the refusal');
  tell.result(`${refusal.code}, ${refusal.reason}`);
  expectEqual(refusal.violations.length, 6, 'mistakes that were found');
  tell.show(refusal.violations.map(({ description }) => description).join('\n'));
}

async function tryDry({ tell, api, account }: DemoSession, body: MediationGroup): Promise<void> {
  tell.step('She corrects them and tries a dry run: validateOnly=true');
  const group = await api.call('accounts.mediationGroups.create', { on: account, body, validateOnly: true });
  tell.result(`it would be group ${group.mediationGroupId} with ${linesOf(group).length} lines`);
  const { mediationGroups = [] } = await api.call('accounts.mediationGroups.list', { on: account });
  expectEqual(mediationGroups, [], 'groups after a dry run');
  tell.result('the account still has no group');
}

export async function createGroup(
  session: DemoSession,
  adUnits: AdUnits,
  mappings: Mappings,
): Promise<KeptGroup> {
  const { tell, api, account } = session;
  const body = wanted(adUnits, mappings);
  await tryWithMistakes(session);
  await tryDry(session, body);

  tell.step('She creates it: new lines have negative ids, and get real ones');
  const group = (await api.call('accounts.mediationGroups.create', { on: account, body })) as KeptGroup;
  requirePresent(
    linesOf(group).find(({ adSourceId }) => adSourceId === SOURCES.ownNetwork),
    'the own network',
  );
  tell.result(
    `${group.displayName} is group ${group.mediationGroupId}; the line of the own network came by itself`,
  );
  tell.show(lineTable(group));
  return group;
}

export async function findGroups({ tell, api, account }: DemoSession, { garage }: AdUnits): Promise<void> {
  tell.step('With another group beside it, she lists with a filter, and asks for a few fields only');
  await api.call('accounts.mediationGroups.create', {
    on: account,
    body: {
      displayName: 'Garage',
      targeting: { platform: 'ANDROID', format: 'INTERSTITIAL', adUnitIds: [garage.adUnitId] },
    },
  });
  const filter = `IN(PLATFORM, "ANDROID") AND CONTAINS_ANY(AD_SOURCE_IDS, "${SOURCES.appLovin}")`;
  const fields = 'mediationGroups(displayName,mediationGroupLines/*/state)';
  const found = await api.call('accounts.mediationGroups.list', { on: account, query: { filter, fields } });
  expectEqual(
    found.mediationGroups?.map(({ displayName }) => displayName),
    ['Races'],
    'the groups found',
  );
  tell.result(`filter=${filter}`);
  tell.result(`fields=${fields}`);
  tell.show(JSON.stringify(found));
  const query = { fields: 'mediationGroups/colour' };
  const { violations } = await api.refusal('accounts.mediationGroups.list', { on: account, query });
  const [violation] = violations;
  tell.result(`fields=${query.fields} is refused: ${requirePresent(violation, 'the reason').description}`);
}
