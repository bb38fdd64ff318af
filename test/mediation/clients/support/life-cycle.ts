import { expect } from 'vitest';
import type { admob_v1beta } from '../../../support/google-client.ts';
import {
  APPLOVIN,
  type Group,
  INMOBI,
  type Line,
  lineOf,
  newGroup,
  newLine,
  newMapping,
  OWN_NETWORK,
  PARENT,
  refusal,
  SECOND_UNIT,
  UNIT,
} from './library.ts';

type Admob = admob_v1beta.Admob;

async function patchEverything(admob: Admob, group: Group, mapping: string): Promise<void> {
  const name = group.name ?? '';
  const id = lineOf(group, APPLOVIN).id ?? '';
  const line = `mediationGroupLines["${id}"]`;
  const change = (members: Line) => ({ mediationGroupLines: { [id]: { id, ...members } } });
  const patch = async (updateMask: string, requestBody: Group) => {
    const { data } = await admob.accounts.mediationGroups.patch({ name, updateMask, requestBody });
    return { group: data, line: lineOf(data, APPLOVIN) };
  };

  const units = await patch('targeting.ad_unit_ids', { targeting: { adUnitIds: [UNIT, SECOND_UNIT] } });
  expect(units.group.targeting?.adUnitIds).toEqual([UNIT, SECOND_UNIT]);
  const disabled = await patch(`${line}.state`, change({ state: 'DISABLED' }));
  expect(disabled.line.state).toBe('DISABLED');
  const renamed = await patch(`${line}.display_name`, change({ displayName: 'Renamed' }));
  expect(renamed.line.displayName).toBe('Renamed');
  const dearer = await patch(`${line}.cpm_micros`, change({ cpmMicros: '3000000' }));
  expect(dearer.line.cpmMicros).toBe('3000000');
  const live = await patch(`${line}.cpm_mode`, change({ cpmMode: 'LIVE' }));
  expect(live.line.cpmMode).toBe('LIVE');
  const unmapped = await patch(`${line}.ad_unit_mappings["${UNIT}"]`, change({}));
  expect(unmapped.line).not.toHaveProperty('adUnitMappings');
  const mapped = await patch(
    `${line}.adUnitMappings["${UNIT}"]`,
    change({ adUnitMappings: { [UNIT]: mapping } }),
  );
  expect(mapped.line.adUnitMappings).toEqual({ [UNIT]: mapping });
  const whole = { state: 'ENABLED', cpmMode: 'MANUAL', cpmMicros: '4000000' };
  expect((await patch(line, change(whole))).line).toMatchObject({ ...whole, displayName: 'Renamed' });

  const added = await patch('mediationGroupLines["-1"],mediationGroupLines["-2"],', {
    mediationGroupLines: {
      '-1': { displayName: 'InMobi', adSourceId: INMOBI, cpmMode: 'LIVE', state: 'ENABLED' },
      '-2': { ...newLine(mapping), displayName: 'For a moment' },
    },
  });
  expect(lineOf(added.group, INMOBI)).toMatchObject({ displayName: 'InMobi', experimentVariant: 'ORIGINAL' });
  const lines = Object.values(added.group.mediationGroupLines ?? {});
  const last = lines.find(({ displayName }) => displayName === 'For a moment')?.id ?? '';
  const removed = await patch(`mediationGroupLines["${last}"].state`, {
    mediationGroupLines: { [last]: { id: last, state: 'REMOVED' } },
  });
  expect(Object.keys(removed.group.mediationGroupLines ?? {})).toHaveLength(lines.length - 1);
}

const variants = (lines: admob_v1beta.Schema$MediationAbExperimentExperimentMediationLine[] = []) =>
  lines.map(({ mediationGroupLine }) => mediationGroupLine?.experimentVariant);

async function experimentAndStop(admob: Admob, name: string, find: () => Promise<Group>): Promise<void> {
  const experiments = admob.accounts.mediationGroups.mediationAbExperiments;
  const { data: experiment } = await experiments.create({
    parent: name,
    requestBody: {
      displayName: 'Half and half',
      treatmentTrafficPercentage: '50',
      treatmentMediationLines: [
        { mediationGroupLine: { adSourceId: INMOBI, cpmMode: 'LIVE', state: 'ENABLED' } },
      ],
    },
  });
  expect(experiment).toMatchObject({ state: 'RUNNING', treatmentTrafficPercentage: '50' });
  expect(variants(experiment.treatmentMediationLines)).toEqual(['VARIANT_B']);
  expect(new Set(variants(experiment.controlMediationLines))).toEqual(new Set(['VARIANT_A']));
  const second = await refusal(experiments.create({ parent: name, requestBody: experiment }));
  expect(second.status).toBe(400);
  expect(await find()).toMatchObject({ mediationAbExperimentState: 'RUNNING' });

  const { data: stopped } = await experiments.stop({
    name: `${name}/mediationAbExperiments`,
    requestBody: { variantChoice: 'VARIANT_CHOICE_B' },
  });
  expect(stopped).toMatchObject({ experimentId: experiment.experimentId, state: 'EXPIRED' });

  const left = await find();
  expect(left.mediationAbExperimentState).toBe('NOT_RUNNING');
  const lines = Object.values(left.mediationGroupLines ?? {});
  expect(lines).toMatchObject([{ adSourceId: INMOBI, experimentVariant: 'ORIGINAL' }]);
}

/** Every operation of the specification, in the order of normal use. `title` makes the names unique. */
export async function liveThrough(admob: Admob, title: string): Promise<Group> {
  const { mediationGroups: groups, adUnits } = admob.accounts;
  const mapping = await newMapping(admob, `${title}, mapping`);
  expect(mapping).toMatchObject({ state: 'ENABLED', displayName: `${title}, mapping` });
  const { data: mappings } = await adUnits.adUnitMappings.list({
    parent: `${PARENT}/adUnits/1234567890`,
    filter: `IN(DISPLAY_NAME, "${title}, mapping")`,
  });
  expect(mappings.adUnitMappings).toEqual([mapping]);

  const created = await newGroup(admob, title, mapping.name ?? '');
  const name = created.name ?? '';
  expect(lineOf(created, OWN_NETWORK)).toMatchObject({ cpmMode: 'LIVE', state: 'ENABLED' });
  expect(created.mediationAbExperimentState).toBe('NOT_RUNNING');

  const { data: listed } = await groups.list({
    parent: PARENT,
    filter: `IN(DISPLAY_NAME, "${title}") AND CONTAINS_ANY(AD_UNIT_IDS, "${UNIT}")`,
    pageSize: 10,
    fields: 'mediationGroups(name,mediationGroupLines/*/adUnitMappings),nextPageToken',
  });
  expect(listed.mediationGroups?.map((one) => one.name)).toEqual([name]);
  expect(Object.keys(listed.mediationGroups?.[0] ?? {})).toEqual(['name', 'mediationGroupLines']);
  expect((await groups.list({ parent: PARENT, filter: 'IN(PLATFORM, "IOS")' })).data).toEqual({});

  const find = async () => {
    const filter = `IN(MEDIATION_GROUP_ID, "${created.mediationGroupId}")`;
    return (await groups.list({ parent: PARENT, filter })).data.mediationGroups?.[0] ?? {};
  };
  await patchEverything(admob, created, mapping.name ?? '');
  await experimentAndStop(admob, name, find);
  return find();
}
