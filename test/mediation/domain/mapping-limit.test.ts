import { describe, expect, it } from 'vitest';
import { groupToPatch, ofLine } from './support/group-to-patch.ts';
import {
  ADAPTER,
  adUnit,
  CREATE_EXPERIMENT,
  CREATE_GROUP,
  groupBody,
  manualLine,
  PATCH_GROUP,
  SDK_KEY,
} from './support/samples.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

const BATCH_CREATE = 'accounts.adUnitMappings.batchCreate';

/** Creates mappings, each for another ad unit. Returns their resource names by ad unit id. */
async function mappingsOf(publisher: string, count: number): Promise<[string, string][]> {
  const fragments = Array.from({ length: count }, (_, index) => String(index).padStart(10, '0'));
  const made: [string, string][] = [];
  for (let start = 0; start < count; start += 100) {
    const batch = fragments.slice(start, start + 100);
    const requests = batch.map((fragment) => ({
      parent: `accounts/${publisher}/adUnits/${fragment}`,
      adUnitMapping: { adapterId: ADAPTER.applovinAndroid, adUnitConfigurations: { [SDK_KEY]: 'key' } },
    }));
    const { adUnitMappings = [] } = await world().call(publisher, BATCH_CREATE, { body: { requests } });
    for (const [index, { name = '' }] of adUnitMappings.entries())
      made.push([adUnit(publisher, batch[index]), name]);
  }
  return made;
}

describe('The number of mappings of a line and a group', () => {
  it('a line has at most 250 mappings, like the ad units of its group', async () => {
    const { publisher, lineId, line, patch, refused } = await groupToPatch(world());
    const mappings = await mappingsOf(publisher, 251);
    const [[last, name] = ['', '']] = mappings.slice(-1);
    const most = Object.fromEntries(mappings.slice(0, 250));

    const group = await patch(line, ofLine(lineId, { id: lineId, adUnitMappings: most }));
    expect(Object.keys(group.mediationGroupLines?.[lineId]?.adUnitMappings ?? {})).toHaveLength(250);

    const one = ofLine(lineId, { adUnitMappings: { [last]: name } });
    for (const mask of [`${line}.adUnitMappings["${last}"]`, undefined]) {
      const { violations, message } = await refused(mask, one);
      expect(violations.map(({ field }) => field)).toEqual([`${line}.adUnitMappings`]);
      expect(message).toContain('would have 251 ad units; at most 250 fit in a line');
    }

    const [first = ''] = Object.keys(most);
    const swap = `${line}.adUnitMappings["${first}"],${line}.adUnitMappings["${last}"]`;
    const swapped = await patch(swap, one);
    expect(Object.keys(swapped.mediationGroupLines?.[lineId]?.adUnitMappings ?? {})).toContain(last);
  });

  it('a new line has at most 250 mappings', async () => {
    const publisher = await world().publisher();
    const adUnitMappings = Object.fromEntries(await mappingsOf(publisher, 251));
    const body = groupBody(publisher, { mediationGroupLines: { '-1': { ...manualLine(), adUnitMappings } } });
    const { violations } = await world().refused(publisher, CREATE_GROUP, { body });
    expect(violations.map(({ field }) => field)).toEqual(['mediationGroupLines["-1"].adUnitMappings']);
  });

  it('the lines of a group have at most 10000 mappings together, with those of an experiment', async () => {
    const publisher = await world().publisher();
    const mappings = await mappingsOf(publisher, 250);
    const line = { ...manualLine(), adUnitMappings: Object.fromEntries(mappings) };
    const one = { ...manualLine(), adUnitMappings: Object.fromEntries(mappings.slice(0, 1)) };
    const lines = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`-${index + 1}`, line]));
    const most = groupBody(publisher, { mediationGroupLines: lines });
    const { mediationGroupId = '' } = await world().call(publisher, CREATE_GROUP, { body: most });
    const path = { mediationGroupsId: mediationGroupId };

    const more = groupBody(publisher, { mediationGroupLines: { ...lines, '-41': one } });
    const treatmentMediationLines = [{ mediationGroupLine: one }];
    const experiment = { displayName: 'Test', treatmentTrafficPercentage: '10', treatmentMediationLines };
    for (const [method, sent, field] of [
      [CREATE_GROUP, { body: more }, 'mediationGroupLines'],
      [PATCH_GROUP, { path, body: { mediationGroupLines: { '-1': one } } }, 'mediationGroupLines'],
      [CREATE_EXPERIMENT, { path, body: experiment }, 'treatmentMediationLines'],
    ] as const) {
      const { violations, message } = await world().refused(publisher, method, sent);
      expect(violations.map((violation) => violation.field)).toEqual([field]);
      expect(message).toContain('would make 10001 mappings in the group; at most 10000 fit');
    }
  });
});
