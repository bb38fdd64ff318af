import type { Case } from '../../case.ts';
import { holds } from '../../deviation.ts';
import { type Answer, LINE, type MediationBench, type TestGroup } from '../bench.ts';

type Row = Case<MediationBench>;

const NEEDS = ['ad unit'] as const;

const refused = ({ status }: Answer) =>
  holds(status === 400 || status === 422, `it was answered with HTTP ${status}`);

const ofLine = (lineId: string, members: object) => ({ mediationGroupLines: { [lineId]: members } });

const patch = (bench: MediationBench, { path }: TestGroup, updateMask: string, body: object) =>
  bench.done('PATCH', path, { query: { updateMask }, body });

const experiment = async (bench: MediationBench, percentage = '50') => ({
  displayName: 'Conformance experiment',
  treatmentTrafficPercentage: percentage,
  treatmentMediationLines: [{ mediationGroupLine: { ...(await bench.line()), displayName: 'Treatment' } }],
});

async function start(bench: MediationBench, { path }: TestGroup) {
  return bench.done('POST', `${path}/mediationAbExperiments`, { body: await experiment(bench) });
}

const stop = (bench: MediationBench, { path }: TestGroup, variantChoice: string) =>
  bench.call('POST', `${path}/mediationAbExperiments:stop`, { body: { variantChoice } });

/** The group as the server has it now, by its list. */
async function nameOf(bench: MediationBench, group: TestGroup, lineId: string): Promise<unknown> {
  const after = await patch(bench, group, 'targeting.adUnitIds', {
    targeting: { adUnitIds: [bench.adUnit] },
  });
  return after.mediationGroupLines?.[lineId]?.displayName;
}

const row = (id: string, clause: string, title: string, run: Row['run']): Row => ({
  id,
  clause,
  title,
  needs: NEEDS,
  run,
});

/** Groups, lines and experiments from creation to their end. */
export const WRITE_CASES: readonly Row[] = [
  row(
    'groups.create',
    'groups.create',
    'A new group has an id, and its line has an id of its own',
    async (bench) => {
      const { group, lineId } = await bench.newGroup();
      holds(/^\d+$/.test(group.mediationGroupId ?? ''), 'mediationGroupId is no number');
      holds(/^\d+$/.test(lineId), 'the line has no id');
      holds(group.mediationGroupLines[lineId].id === lineId, 'the id of the line is not its key');
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
      refused(
        await bench.call('POST', '/mediationGroups', {
          body: { ...body, targeting: { ...body.targeting, platform: 1 } },
        }),
      );
    },
  ),
  row('mask.line-state', 'mask.supported', 'The state of a line changes with its mask', async (bench) => {
    const group = await bench.newGroup();
    const { lineId } = group;
    const mask = `mediationGroupLines["${lineId}"].state`;
    const after = await patch(bench, group, mask, ofLine(lineId, { id: lineId, state: 'DISABLED' }));
    holds(after.mediationGroupLines[lineId].state === 'DISABLED', 'the state is the same');
  }),
  row('mask.ad-units', 'mask.lists', 'A list in a patch replaces the list', async (bench) => {
    const group = await bench.newGroup();
    const after = await patch(bench, group, 'targeting.adUnitIds', {
      targeting: { adUnitIds: [bench.adUnit] },
    });
    const { adUnitIds = [] } = after.targeting ?? {};
    holds(adUnitIds.length === 1 && adUnitIds[0] === bench.adUnit, 'the list has other values');
  }),
  row('mask.new-line', 'mask.new-line', 'A negative key in mask and body adds a line', async (bench) => {
    const group = await bench.newGroup();
    const body = ofLine('-7', { ...(await bench.line()), id: '-7' });
    const after = await patch(bench, group, 'mediationGroupLines["-7"]', body);
    // A server may keep a line of its own network in each group.
    const count = Object.keys(group.group.mediationGroupLines).length;
    holds(
      Object.keys(after.mediationGroupLines).length === count + 1,
      'the group does not have one line more',
    );
    holds(!('-7' in after.mediationGroupLines), 'the line keeps its negative key');
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
    'The id of a line in mask and body changes the line',
    async (bench) => {
      const group = await bench.newGroup();
      const { lineId } = group;
      const body = ofLine(lineId, { id: lineId, displayName: 'Changed' });
      const after = await patch(bench, group, `mediationGroupLines["${lineId}"]`, body);
      holds(after.mediationGroupLines[lineId].displayName === 'Changed', 'the line is the same');
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
      holds(after.mediationGroupLines[lineId].state === 'DISABLED', 'the state is the same');
    },
  ),
  row('mask.unknown', 'mask.supported', 'A mask that names no field is refused', async (bench) => {
    const { path } = await bench.newGroup();
    refused(await bench.call('PATCH', path, { query: { updateMask: 'noSuchField' }, body: {} }));
  }),
  row(
    'patch.full-resource',
    'patch.response',
    'The answer to a patch is the full resource',
    async (bench) => {
      const made = await bench.newGroup();
      const after = await patch(bench, made, 'targeting.adUnitIds', {
        targeting: { adUnitIds: [bench.adUnit] },
      });
      holds(after.displayName === made.group.displayName, 'displayName is missing');
    },
  ),
  row('patch.fields', 'patch.response', 'fields reduces the answer to a patch', async (bench) => {
    const { path } = await bench.newGroup();
    const after = await bench.done('PATCH', path, {
      query: { updateMask: 'targeting.adUnitIds', fields: 'mediationGroupId' },
      body: { targeting: { adUnitIds: [bench.adUnit] } },
    });
    holds(Object.keys(after).join() === 'mediationGroupId', 'the answer has other fields');
  }),
  row(
    'patch.override',
    'patch.override',
    'POST with X-HTTP-Method-Override: PATCH is a patch',
    async (bench) => {
      const { path } = await bench.newGroup();
      await bench.done('POST', path, {
        query: { updateMask: 'targeting.adUnitIds' },
        body: { targeting: { adUnitIds: [bench.adUnit] } },
        headers: { 'x-http-method-override': 'PATCH' },
      });
    },
  ),
  row(
    'patch.etag',
    'patch.etag',
    'A patch with another ETag than the current one is refused with 412',
    async (bench) => {
      const { path } = await bench.newGroup();
      const call = (etag: string) =>
        bench.call('PATCH', path, {
          query: { updateMask: 'targeting.adUnitIds' },
          body: { targeting: { adUnitIds: [bench.adUnit] } },
          headers: { 'if-match': etag },
        });
      const { status } = await call('"another"');
      holds(status === 412, `it was answered with HTTP ${status}`);
      const forced = await call('*');
      holds(forced.status === 200, `If-Match: * was answered with HTTP ${forced.status}`);
    },
  ),
  row(
    'patch.invalid',
    'patch.invalid',
    'A patch to an invalid line is refused, and the line stays as it is',
    async (bench) => {
      const group = await bench.newGroup();
      const { path, lineId } = group;
      const body = ofLine(lineId, { id: lineId, displayName: 'Not this', cpmMode: 'NO_SUCH_MODE' });
      const query = { updateMask: `mediationGroupLines["${lineId}"]` };
      refused(await bench.call('PATCH', path, { query, body }));
      holds((await nameOf(bench, group, lineId)) === LINE, 'the line has changed');
    },
  ),
  row('experiment.create', 'experiment.create', 'A new experiment is RUNNING', async (bench) => {
    const { state } = await start(bench, await bench.newGroup());
    holds(state === 'RUNNING', 'the experiment is not RUNNING');
  }),
  row(
    'experiment.second',
    'experiment.one',
    'A second experiment while one runs is refused',
    async (bench) => {
      const group = await bench.newGroup();
      await start(bench, group);
      const body = await experiment(bench);
      refused(await bench.call('POST', `${group.path}/mediationAbExperiments`, { body }));
    },
  ),
  row(
    'experiment.percentage',
    'experiment.percentage',
    'A treatmentTrafficPercentage of 49 is refused',
    async (bench) => {
      const { path } = await bench.newGroup();
      const body = await experiment(bench, '49');
      refused(await bench.call('POST', `${path}/mediationAbExperiments`, { body }));
    },
  ),
  ...(['A', 'B'] as const).map((variant) =>
    row(
      `experiment.stop-${variant.toLowerCase()}`,
      'experiment.stop',
      `Stop with VARIANT_CHOICE_${variant} ends the experiment`,
      async (bench) => {
        const group = await bench.newGroup();
        const { experimentId } = await start(bench, group);
        const { status, body } = await stop(bench, group, `VARIANT_CHOICE_${variant}`);
        holds(status === 200, `it was answered with HTTP ${status}`);
        holds(body?.experimentId === experimentId, 'the answer has another experimentId');
        holds(body?.state === 'EXPIRED', 'the experiment is not EXPIRED');
        refused(await stop(bench, group, `VARIANT_CHOICE_${variant}`));
      },
    ),
  ),
  row(
    'experiment.stop-unknown',
    'experiment.stop',
    'Stop with an unknown variant is refused',
    async (bench) => {
      const group = await bench.newGroup();
      await start(bench, group);
      refused(await stop(bench, group, 'VARIANT_CHOICE_C'));
    },
  ),
];
