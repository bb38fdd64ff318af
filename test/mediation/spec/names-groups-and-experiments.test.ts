import { describe, expect, it } from 'vitest';
import {
  badFields,
  clientOf,
  LIVE_LINE,
  MANUAL_LINE,
  MAPPING,
  manyLines,
  mappingsPath,
  ofLine,
} from '../http/support/panel.ts';
import { ACCOUNT, adUnit, EXPERIMENT, GROUP, GROUPS, newGroup, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();
const client = clientOf(world);

const DAY = 24 * 3_600_000;

describe('Ruling 16: publisher ids in paths', () => {
  it.each([
    'pub-1',
    'pub-12345678901234567',
    'PUB-1111111111111111',
    'pub-111111111111111x',
    '-',
    'accounts',
  ])('a path segment that cannot be a publisher id gets 400: %s', async (id) => {
    const { status, error } = await world().call('GET', `/v1beta/accounts/${id}/mediationGroups`);
    expect([status, error.message]).toEqual([
      400,
      `Invalid account information in request url: 'accounts/${id}'`,
    ]);
  });

  it.each(['pub-2222222222222222', 'pub-9999999999999999'])(
    'an account of another publisher gets 403: %s',
    async (id) => {
      for (const path of ['mediationGroups', 'adSources', 'mediationGroups/0000000000']) {
        const { status, error } = await world().call('GET', `/v1beta/accounts/${id}/${path}`);
        expect([status, error.status]).toEqual([403, 'PERMISSION_DENIED']);
      }
    },
  );
});

describe('Ruling 17: etag, targeting.adUnits and validateOnly are known names', () => {
  it('adUnits appears in list responses only', async () => {
    const { path, group } = await newGroup(world());
    const answers = [group, await client.get(path), await client.patch(path, undefined, {})];
    for (const { targeting } of answers) expect(targeting).not.toHaveProperty('adUnits');
    expect((await client.listed(group)).targeting.adUnits).toEqual(['0000000001']);
  });

  it('adUnits can be selected in fields everywhere', async () => {
    const { path } = await newGroup(world());
    const fields = 'targeting/adUnits';
    expect(await client.get(path, { fields })).toEqual({ targeting: {} });
    expect((await world().call('PATCH', path, { query: { fields }, body: {} })).status).toBe(200);
    expect((await world().call('POST', GROUPS, { query: { fields }, body: GROUP })).status).toBe(200);
  });

  it('etag and adUnits may be sent in bodies, and validateOnly with every write', async () => {
    const { path, group } = await newGroup(world());
    const body = { etag: group.etag, targeting: { adUnits: ['anything'] } };
    expect(await client.patch(path, undefined, body)).toEqual(group);
    for (const name of ['validateOnly', 'validate_only']) {
      expect((await world().call('PATCH', path, { query: { [name]: 'true' }, body: {} })).status).toBe(200);
    }
    expect((await world().call('GET', path, { query: { validateOnly: 'true' } })).status).toBe(400);
  });

  it('an etag in a body that is not the current one gets ABORTED', async () => {
    const { path } = await newGroup(world());
    const { status, error } = await client.refusedPatch(path, undefined, { etag: '"stale"' });
    expect([status, error.status]).toEqual([409, 'ABORTED']);
  });
});

describe('Ruling 18: enums', () => {
  it('enums are names, and numbers get 400', async () => {
    expect(badFields(await client.refusedGroup({ state: 1 }))).toEqual(['mediation_group.state']);
    const line = await client.refusedLine({ ...LIVE_LINE, cpmMode: 2 });
    expect(badFields(line)).toEqual(['mediation_group.mediation_group_lines["-1"].cpm_mode']);
  });
});

describe('Ruling 19: experiments', () => {
  it('names of experiments have the plural mediationAbExperiments, and percentages are 1, 10 or 50', async () => {
    const { path } = await newGroup(world());
    const answer = await client.refusedExperiment(path, { treatmentTrafficPercentage: 99 });
    expect(badFields(answer)).toEqual(['treatmentTrafficPercentage']);
    const { name } = await client.createExperiment(path);
    expect((await client.get(`/v1beta/${name}`)).name).toMatch(/\/mediationAbExperiments\/\d+$/);
    const singular = name.replace('mediationAbExperiments', 'mediationAbExperiment');
    expect((await world().call('GET', `/v1beta/${singular}`)).status).toBe(404);
  });
});

describe('Ruling 20: requests that get 400', () => {
  it.each([
    ['a MANUAL line without cpmMicros', { ...LIVE_LINE, cpmMode: 'MANUAL' }, 'cpmMicros'],
    ['a line with an unknown adSourceId', { ...LIVE_LINE, adSourceId: '42' }, 'adSourceId'],
    ['a line without an ad source', { ...LIVE_LINE, adSourceId: undefined }, 'adSourceId'],
    ['a new line with REMOVED', { ...LIVE_LINE, state: 'REMOVED' }, 'state'],
  ])('%s gets 400, in creation, update and experiment', async (_, line, member) => {
    const { path } = await newGroup(world());
    const field = `mediationGroupLines["-1"].${member}`;
    expect(badFields(await client.refusedLine(line))).toEqual([field]);
    const update = await client.refusedPatch(path, 'mediationGroupLines[-1]', ofLine('-1', line));
    expect(badFields(update)).toEqual([field]);
    const treatmentMediationLines = [{ mediationGroupLine: line }];
    expect(badFields(await client.refusedExperiment(path, { treatmentMediationLines }))).toEqual([
      `treatmentMediationLines[0].mediationGroupLine.${member}`,
    ]);
  });

  it('a line that becomes MANUAL without cpmMicros gets 400', async () => {
    const { path, lineId } = await newGroup(world(), { mediationGroupLines: { '-1': LIVE_LINE } });
    const mask = `mediationGroupLines["${lineId}"].cpmMode`;
    const answer = await client.refusedPatch(path, mask, ofLine(lineId, { cpmMode: 'MANUAL' }));
    expect(badFields(answer)).toEqual([`mediationGroupLines["${lineId}"].cpmMicros`]);
  });

  it("a change of a line's adSourceId gets 400, while sending the same one is accepted", async () => {
    const { path, lineId, group } = await newGroup(world());
    const mask = `mediationGroupLines["${lineId}"]`;
    const { adSourceId } = MANUAL_LINE;
    expect(await client.patch(path, mask, ofLine(lineId, { adSourceId }))).toEqual(group);
    const other = ofLine(lineId, { adSourceId: LIVE_LINE.adSourceId });
    for (const named of [mask, undefined]) {
      expect(badFields(await client.refusedPatch(path, named, other))).toEqual([`${mask}.adSourceId`]);
    }
  });
});

describe('Ruling 21: groups and lines', () => {
  it('a mask that names a whole line with adUnitMappings merges them by key', async () => {
    const [one, two] = [adUnit('0000000001'), adUnit('0000000002')];
    const first = (await client.createMapping()).name;
    const second = (await client.createMapping({}, '0000000002')).name;
    const { path, lineId } = await newGroup(world(), {
      mediationGroupLines: { '-1': { ...MANUAL_LINE, adUnitMappings: { [one]: first } } },
    });
    const body = ofLine(lineId, { adUnitMappings: { [two]: second } });
    const group = await client.patch(path, `mediationGroupLines["${lineId}"]`, body);
    expect(group.mediationGroupLines[lineId].adUnitMappings).toEqual({ [one]: first, [two]: second });
  });

  it('a group may have no ad units', async () => {
    const { platform, format } = GROUP.targeting;
    const { targeting } = await client.createGroup({ targeting: { platform, format } });
    expect(targeting).toEqual({ platform, format });
  });

  it('a group has at most 150 lines, including that of the own network; a patch may remove one and add another', async () => {
    expect(badFields(await client.refusedGroup({ mediationGroupLines: manyLines(150) }))).toEqual([
      'mediationGroupLines',
    ]);
    const { path, lineId } = await newGroup(world(), { mediationGroupLines: manyLines(149) });
    const mask = `mediationGroupLines["-1"],mediationGroupLines["${lineId}"].state`;
    const group = await client.patch(path, mask, {
      mediationGroupLines: { '-1': LIVE_LINE, [lineId]: { state: 'REMOVED' } },
    });
    expect(Object.keys(group.mediationGroupLines)).toHaveLength(150);
  });
});

describe('Ruling 22: experiments are ENDED after 90 days', () => {
  // A separate server, because the tests move its clock.
  const later = useHttpWorld();
  const then = clientOf(later);
  const variantsOf = (group: { mediationGroupLines: Record<string, { experimentVariant: string }> }) =>
    Object.values(group.mediationGroupLines).map(({ experimentVariant }) => experimentVariant);

  /** Moves the clock on. Earlier access tokens expire, so the returned functions use a new one. */
  async function daysLater(days: number) {
    later().advance(days * DAY);
    const token = await later().issueToken({});
    return {
      token,
      get: async (path: string) => (await later().done('GET', path, { token })).body,
      post: async (path: string, body: object) => (await later().done('POST', path, { token, body })).body,
    };
  }

  it('lines keep their variants until the stop; creating a new experiment first settles the ended one as A', async () => {
    const [one, two] = [await newGroup(later()), await newGroup(later())];
    const first = await then.createExperiment(one.path);
    const second = await then.createExperiment(two.path);
    const { get, post } = await daysLater(90);

    const group = await get(one.path);
    expect(group.mediationAbExperimentState).toBe('NOT_RUNNING');
    expect(variantsOf(group)).toEqual(['VARIANT_A', 'VARIANT_A', 'VARIANT_B']);
    expect(await get(`/v1beta/${first.name}`)).toMatchObject({ state: 'ENDED', endTime: first.endTime });

    const stop = { variantChoice: 'VARIANT_CHOICE_B' };
    expect(await post(`${one.path}/mediationAbExperiments:stop`, stop)).toMatchObject({
      state: 'EXPIRED',
      endTime: first.endTime,
    });
    expect(variantsOf(await get(one.path))).toEqual(['ORIGINAL']);

    const third = await post(`${two.path}/mediationAbExperiments`, EXPERIMENT);
    expect(await get(`/v1beta/${second.name}`)).toMatchObject({ state: 'EXPIRED', endTime: second.endTime });
    expect(third.controlMediationLines).toHaveLength(2);
    expect(variantsOf(await get(two.path))).toEqual(['VARIANT_A', 'VARIANT_A', 'VARIANT_B']);
  });

  it('a minute before 90 days the experiment runs', async () => {
    const token = await later().issueToken({});
    const { body: created } = await later().done('POST', GROUPS, { body: GROUP, token });
    const path = `/v1beta/${created.name}`;
    const { body: experiment } = await later().done('POST', `${path}/mediationAbExperiments`, {
      body: EXPERIMENT,
      token,
    });
    later().advance(Date.parse(experiment.endTime) - later().now() - 60_000);
    const { get } = await daysLater(0);
    expect((await get(`/v1beta/${experiment.name}`)).state).toBe('RUNNING');
  });
});

describe('Ruling 23: names of lists', () => {
  it("the experiment list's key is mediationAbExperiments", async () => {
    const { path } = await newGroup(world());
    expect(await client.get(`${path}/mediationAbExperiments`)).toEqual({});
    const experiment = await client.createExperiment(path);
    expect(await client.get(`${path}/mediationAbExperiments`)).toEqual({
      mediationAbExperiments: [experiment],
    });
  });

  it.each([
    ['create mediation group', 'POST', async () => GROUPS, GROUP],
    ['update mediation group', 'PATCH', async () => (await newGroup(world())).path, ofLine('-1', LIVE_LINE)],
    [
      'create experiment',
      'POST',
      async () => `${(await newGroup(world())).path}/mediationAbExperiments`,
      EXPERIMENT,
    ],
    ['create ad unit mapping', 'POST', async () => mappingsPath(), MAPPING],
    [
      'batchCreate',
      'POST',
      async () => `${ACCOUNT}/adUnitMappings:batchCreate`,
      {
        requests: [
          { parent: `${ACCOUNT.slice('/v1beta/'.length)}/adUnits/0000000001`, adUnitMapping: MAPPING },
        ],
      },
    ],
  ])(
    'validateOnly answers the resource that the request would create or change: %s',
    async (_, method, at, body) => {
      const path = await at();
      const dry = await world().unchanged(() =>
        world().done(method, path, { query: 'validateOnly=true', body }),
      );
      const { body: real } = await world().done(method, path, { body });
      const withoutIds = (value: object) =>
        JSON.stringify(value).replace(/(?<!pub-)\b(\d{10}|\d{16})\b|\d\d:\d\d:\d\d\.\d+Z/g, '#');
      expect(withoutIds(dry.body)).toBe(withoutIds(real));
    },
  );
});

describe('Ruling 24: empty lists of ad units', () => {
  it('without a mask, adUnitIds: [] leaves the list of ad units as it is', async () => {
    const { path, group } = await newGroup(world());
    for (const query of [undefined, 'updateMask=']) {
      const { body } = await world().done('PATCH', path, {
        body: { targeting: { adUnitIds: [] } },
        ...(query !== undefined && { query }),
      });
      expect(body).toEqual(group);
    }
  });

  it('adUnitIds: [] with a mask that names it clears the list', async () => {
    const { path } = await newGroup(world());
    const group = await client.patch(path, 'targeting.adUnitIds', { targeting: { adUnitIds: [] } });
    expect(group.targeting).not.toHaveProperty('adUnitIds');
  });
});
