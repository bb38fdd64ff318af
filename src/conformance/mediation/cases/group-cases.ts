import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../case.ts';
import { holds } from '../../deviation.ts';
import { arrayIn, LINE, lineOf, linesOf, type MediationBench } from '../bench.ts';
import { adUnitsOf, refused, row, sameAdUnits } from './writing.ts';

type Row = Case<MediationBench>;

/** New groups, and ad unit mappings for their lines. */
export const GROUP_CASES: readonly Row[] = [
  row(
    'groups.create',
    'groups.create',
    'A new group has an id, and its line has an id of its own',
    async (bench) => {
      const { group, lineId } = await bench.newGroup();
      holds(/^\d+$/.test(group.mediationGroupId ?? ''), 'mediationGroupId is no number');
      holds(/^\d+$/.test(lineId), 'the line has no id');
      holds(lineOf(group, lineId).id === lineId, 'the id of the line is not its key');
    },
  ),
  row('groups.listed', 'lists', 'A new group is in the list, with what was sent', async (bench) => {
    const made = await bench.newGroup();
    const listed = await bench.listed(made);
    holds(listed.displayName === made.group.displayName, 'displayName differs');
    holds(listed.targeting?.platform === made.group.targeting?.platform, 'targeting differs');
    holds(adUnitsOf(listed).join() === adUnitsOf(made.group).join(), 'the ad units differ');
    holds(lineOf(listed, made.lineId).displayName === LINE, 'the line differs');
  }),
  row(
    'groups.own-network',
    'groups.own-network',
    'A new group has a line of the own network besides the line that was sent',
    async (bench) => {
      const { group } = await bench.newGroup();
      holds(Object.keys(linesOf(group)).length === 2, 'the group does not have one line more');
    },
  ),
  row(
    'groups.positive-line-id',
    'groups.line-ids',
    'A new line with a positive key is refused',
    async (bench) => {
      const body = { ...(await bench.groupBody()), mediationGroupLines: { 1: await bench.line() } };
      refused(await bench.call('POST', '/mediationGroups', { body }));
    },
  ),
  row(
    'groups.enum-number',
    'ruling-18',
    'A number in place of the name of an enum is refused',
    async (bench) => {
      const body = await bench.groupBody();
      const targeting = { ...body.targeting, platform: 1 };
      refused(await bench.call('POST', '/mediationGroups', { body: { ...body, targeting } }));
    },
  ),
  row('fields.wildcard', 'fields.selection', 'a/*/b chooses b in every child of a map', async (bench) => {
    const { path, group } = await bench.newGroup();
    const { query, body } = sameAdUnits(bench);
    const fields = 'mediationGroupLines/*/displayName';
    const after = await bench.done('PATCH', path, { query: { ...query, fields }, body });
    holds(Object.keys(after).join() === 'mediationGroupLines', 'the answer has other fields');
    const lines = Object.entries(linesOf(group));
    const wanted = lines.map(([id, { displayName }]) => [id, { displayName }]);
    holds(isDeepStrictEqual(linesOf(after), Object.fromEntries(wanted)), 'the lines have other fields');
  }),
  row('mappings.create', 'mappings', 'A new ad unit mapping is in the list of its ad unit', async (bench) => {
    const { name, path, adapterId } = await bench.newMapping();
    const listed = arrayIn(await bench.done('GET', path), 'adUnitMappings').find((one) => one.name === name);
    holds(listed !== undefined, 'the list does not have the mapping');
    holds(listed.adapterId === adapterId, 'adapterId differs');
    holds(listed.state === 'ENABLED', 'the mapping is not ENABLED');
  }),
];
