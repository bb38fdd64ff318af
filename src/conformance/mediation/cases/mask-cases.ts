import type { Case } from '../../case.ts';
import { holds } from '../../deviation.ts';
import { lineOf, linesOf, type MediationBench } from '../bench.ts';
import { adUnitsOf, ofLine, patch, refused, row } from './writing.ts';

type Row = Case<MediationBench>;

const CHANGED = 'Changed line';

/** What a patch changes by its mask. */
export const MASK_CASES: readonly Row[] = [
  row('mask.line-state', 'mask.supported', 'The state of a line changes with its mask', async (bench) => {
    const group = await bench.newGroup();
    const { lineId } = group;
    const mask = `mediationGroupLines["${lineId}"].state`;
    const after = await patch(bench, group, mask, ofLine(lineId, { id: lineId, state: 'DISABLED' }));
    holds(lineOf(after, lineId).state === 'DISABLED', 'the state is the same');
  }),
  row('mask.ad-units', 'mask.lists', 'A list in a patch replaces the list', async (bench) => {
    const group = await bench.newGroup();
    const give = (adUnitIds: readonly string[]) =>
      patch(bench, group, 'targeting.adUnitIds', { targeting: { adUnitIds } });
    holds(adUnitsOf(await give([])).length === 0, 'the empty list did not replace the list');
    holds(adUnitsOf(await give([bench.adUnit])).length === 1, 'the list has other values');
    holds(adUnitsOf(await give([bench.adUnit])).length === 1, 'the same list was added to the list');
  }),
  row('mask.new-line', 'mask.new-line', 'A negative key in mask and body adds a line', async (bench) => {
    const group = await bench.newGroup();
    const body = ofLine('-7', { ...(await bench.line()), id: '-7' });
    const after = linesOf(await patch(bench, group, 'mediationGroupLines["-7"]', body));
    const count = Object.keys(linesOf(group.group)).length;
    holds(Object.keys(after).length === count + 1, 'the group does not have one line more');
    holds(!('-7' in after), 'the line keeps its negative key');
  }),
  row('mask.new-lines', 'mask.new-line', 'Several new lines are added in one call', async (bench) => {
    const group = await bench.newGroup();
    const line = await bench.line();
    const mask = 'mediationGroupLines["-7"],mediationGroupLines["-8"]';
    const body = { mediationGroupLines: { '-7': { ...line, id: '-7' }, '-8': { ...line, id: '-8' } } };
    const after = linesOf(await patch(bench, group, mask, body));
    const count = Object.keys(linesOf(group.group)).length;
    holds(Object.keys(after).length === count + 2, 'the group does not have two lines more');
  }),
  row(
    'mask.new-line-unnamed',
    'mask.new-line',
    'A negative key in the body that the mask does not name is refused',
    async (bench) => {
      const { path, lineId } = await bench.newGroup();
      const body = { mediationGroupLines: { [lineId]: { state: 'DISABLED' }, '-7': await bench.line() } };
      const query = { updateMask: `mediationGroupLines["${lineId}"].state` };
      refused(await bench.call('PATCH', path, { query, body }));
    },
  ),
  row(
    'mask.existing-line',
    'mask.existing-line',
    'The id of a line in mask and body changes the line, and no other',
    async (bench) => {
      const group = await bench.newGroup();
      const { lineId } = group;
      const body = ofLine(lineId, { id: lineId, displayName: CHANGED });
      const after = await patch(bench, group, `mediationGroupLines["${lineId}"]`, body);
      holds(lineOf(after, lineId).displayName === CHANGED, 'the line is the same');
      const changed = Object.values(linesOf(after)).filter(({ displayName }) => displayName === CHANGED);
      holds(changed.length === 1, 'another line has changed');
    },
  ),
  row(
    'mask.mapping',
    'mask.map-values',
    'A mapping is set in a line by the ad unit as its key',
    async (bench) => {
      const group = await bench.newGroup();
      const { lineId } = group;
      const { name } = await bench.newMapping();
      const mask = `mediationGroupLines["${lineId}"].adUnitMappings["${bench.adUnit}"]`;
      const body = ofLine(lineId, { id: lineId, adUnitMappings: { [bench.adUnit]: name } });
      const { adUnitMappings = {} } = lineOf(await patch(bench, group, mask, body), lineId);
      holds(adUnitMappings[bench.adUnit] === name, 'the line does not have the mapping');
    },
  ),
  row(
    'mask.snake-case',
    'mask.snake-case',
    'A mask with snake_case path names does the same',
    async (bench) => {
      const group = await bench.newGroup();
      const { lineId } = group;
      const mask = `mediation_group_lines["${lineId}"].state`;
      const after = await patch(bench, group, mask, ofLine(lineId, { id: lineId, state: 'DISABLED' }));
      holds(lineOf(after, lineId).state === 'DISABLED', 'the state is the same');
    },
  ),
  row('mask.outside', 'ruling-10', 'Members of the body outside the mask are ignored', async (bench) => {
    const group = await bench.newGroup();
    const { lineId } = group;
    const members = { id: lineId, state: 'DISABLED', displayName: CHANGED };
    const mask = `mediationGroupLines["${lineId}"].state`;
    const after = await patch(bench, group, mask, ofLine(lineId, members));
    holds(lineOf(after, lineId).displayName !== CHANGED, 'a member outside the mask has changed');
  }),
  row('mask.unknown', 'mask.supported', 'A mask that names no field is refused', async (bench) => {
    const { path } = await bench.newGroup();
    refused(await bench.call('PATCH', path, { query: { updateMask: 'noSuchField' }, body: {} }));
  }),
];
