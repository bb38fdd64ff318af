import { callAdmin } from '../../cli/admin/client.ts';
import { table } from '../../cli/table/table.ts';
import { distinct, expectEqual } from '../narrator.ts';
import type { Person } from './account.ts';
import type { DemoSession, KeptGroup } from './api.ts';
import { lineId, lineTable, SOURCES } from './groups.ts';
import type { AdUnits, Mappings } from './inventory.ts';

/** Patches with update masks. */
async function patch(
  session: DemoSession,
  group: KeptGroup,
  updateMask: string,
  body: object,
): Promise<KeptGroup> {
  const changed = await session.api.call('accounts.mediationGroups.patch', {
    on: group.name,
    query: { updateMask },
    body,
    ifMatch: group.etag,
  });
  session.tell.result(`updateMask=${updateMask}`);
  return changed as KeptGroup;
}

async function changeLines(
  session: DemoSession,
  group: KeptGroup,
  { start, finish }: AdUnits,
  { appLovinAtStart, appLovinAtFinish }: Mappings,
): Promise<KeptGroup> {
  const { tell } = session;
  const [appLovin, inMobi] = [lineId(group, 'AppLovin'), lineId(group, 'InMobi bids')];
  tell.step('She pauses a line, and adds the second ad unit with its mapping');
  const paused = await patch(session, group, `mediationGroupLines["${inMobi}"].state`, {
    mediationGroupLines: { [inMobi]: { state: 'DISABLED' } },
  });
  const widened = await patch(session, paused, 'targeting.adUnitIds', {
    targeting: { adUnitIds: [start.adUnitId, finish.adUnitId] },
  });
  const unit = finish.adUnitId;
  const mapped = await patch(
    session,
    widened,
    `mediationGroupLines["${appLovin}"].adUnitMappings["${unit}"]`,
    {
      mediationGroupLines: { [appLovin]: { adUnitMappings: { [unit]: appLovinAtFinish } } },
    },
  );
  const { targeting, mediationGroupLines: lines } = mapped;
  expectEqual(lines[inMobi]?.state, 'DISABLED', 'the state of the line');
  expectEqual(targeting?.adUnitIds, [start.adUnitId, unit], 'the ad units');
  expectEqual(
    lines[appLovin]?.adUnitMappings,
    { [start.adUnitId]: appLovinAtStart, [unit]: appLovinAtFinish },
    'the mappings of the line',
  );
  return mapped;
}

async function addLine(session: DemoSession, group: KeptGroup): Promise<KeptGroup> {
  session.tell.step('She adds a line: a negative id, in the mask and in the body');
  const line = { displayName: 'AppLovin, high', adSourceId: SOURCES.appLovin, cpmMicros: '6000000' };
  const changed = await patch(session, group, 'mediationGroupLines["-1"]', {
    mediationGroupLines: { '-1': line },
  });
  expectEqual(lineId(changed, line.displayName).length, 16, 'digits of the id of the new line');
  session.tell.show(lineTable(changed));
  return changed;
}

async function renameAndArchive(session: DemoSession, group: KeptGroup): Promise<KeptGroup> {
  const { tell, api } = session;
  tell.step('She renames the group, archives it, and brings it back');
  const displayName = `${group.displayName}, tablets`;
  const renamed = await patch(session, group, 'displayName,priority', { displayName, priority: 10 });
  expectEqual(renamed.displayName, displayName, 'the name of the group');
  const archived = await api.call('accounts.mediationGroups.archive', { on: group.name, body: {} });
  const parent = group.name.split('/').slice(0, 2).join('/');
  const { mediationGroups = [] } = await api.call('accounts.mediationGroups.list', { on: parent });
  const listed = mediationGroups.some(({ name }) => name === group.name);
  expectEqual(listed, false, 'the group in the list');
  tell.result(`archived at ${archived.archiveTime}; no longer in the list`);
  await api.call('accounts.mediationGroups.unarchive', { on: group.name, body: {} });
  const back = await api.call('accounts.mediationGroups.get', { on: group.name });
  const enabled = await patch(session, back as KeptGroup, 'displayName,state', {
    displayName: group.displayName,
    state: 'ENABLED',
  });
  tell.result(`${enabled.displayName} serves again, with the lines that it had`);
  return enabled;
}

export async function changeGroup(
  session: DemoSession,
  group: KeptGroup,
  adUnits: AdUnits,
  mappings: Mappings,
): Promise<KeptGroup> {
  const { tell, api } = session;
  const lines = await addLine(session, await changeLines(session, group, adUnits, mappings));
  const changed = await renameAndArchive(session, lines);

  tell.step('A colleague, who read the group before all that, wants to change it too');
  const { reason, message } = await api.refusal('accounts.mediationGroups.patch', {
    on: group.name,
    query: { updateMask: 'targeting.adUnitIds' },
    body: { targeting: { adUnitIds: [adUnits.start.adUnitId] } },
    ifMatch: group.etag,
  });
  expectEqual(reason, 'CONDITION_NOT_MET', 'the reason of the refusal');
  tell.result(`If-Match: ${group.etag} is refused: ${message}`);
  const now = await api.call('accounts.mediationGroups.get', { on: group.name });
  expectEqual(now, changed, 'the group after the refusal');
  tell.result(`nothing changed; the ETag is ${changed.etag} now`);
  return changed;
}

/** The id without its parents, which keeps the table narrow. */
const method = (id: string) => id.split('.').slice(-2).join('.');

/** Shows the audit log of the group. */
export async function readTrail(
  { tell, operator, account }: DemoSession,
  group: KeptGroup,
  { userId }: Person,
): Promise<void> {
  tell.step('The operator reads in the audit log what happened to the group');
  const [, id = ''] = account.split('/');
  const { changes } = await callAdmin(operator, 'listChanges', { id, resource: group.name });
  const rows = changes.map(({ time, subject, method: called, before }) => [
    time.slice(0, 19).replace('T', ' '),
    subject,
    method(called),
    before ? 'changed' : 'created',
  ]);
  expectEqual(distinct(changes.map(({ subject }) => subject)), [userId], 'people who changed the group');
  tell.show(table(['time', 'who', 'method', 'group'], rows));
  tell.result('each with the group as it was before and after; dry runs and refusals changed nothing');
}
