import { describe, expect, it } from 'vitest';
import type { MethodName } from '../../../src/mediation/contract/index.ts';
import {
  CREATE_EXPERIMENT,
  CREATE_GROUP,
  CREATE_MAPPING,
  createGroup,
  experimentBody,
  groupBody,
  PATCH_GROUP,
  SDK_KEY,
  STOP_EXPERIMENT,
} from './support/samples.ts';
import { type Sent, useWorld } from './support/world.ts';

const world = useWorld();

interface Case {
  readonly method: MethodName;
  readonly sent: Sent;
  /** A change that makes the request semantically invalid. */
  readonly wrong: object;
}

/** A valid request of every write method. */
async function writes(publisher: string): Promise<readonly Case[]> {
  const { path, lineId } = await createGroup(world(), publisher);
  const running = await createGroup(world(), publisher);
  await world().call(publisher, CREATE_EXPERIMENT, { path: running.path, body: experimentBody() });
  const app = await world().call(publisher, 'accounts.apps.create', { body: { platform: 'IOS' } });
  const mapping = { adapterId: '111', adUnitConfigurations: { [SDK_KEY]: 'key' } };
  const parent = `accounts/${publisher}/adUnits/0000000001`;
  return [
    { method: CREATE_GROUP, sent: { body: groupBody(publisher) }, wrong: { displayName: '' } },
    {
      method: PATCH_GROUP,
      sent: {
        path,
        body: {
          mediationGroupLines: {
            [lineId]: { state: 'DISABLED' },
            '-1': groupBody(publisher).mediationGroupLines['-1'],
          },
        },
      },
      wrong: { targeting: { platform: 'IOS' } },
    },
    {
      method: CREATE_EXPERIMENT,
      sent: { path, body: experimentBody() },
      wrong: { treatmentTrafficPercentage: 7 },
    },
    {
      method: STOP_EXPERIMENT,
      sent: { path: running.path, body: { variantChoice: 'VARIANT_CHOICE_B' } },
      wrong: { variantChoice: 'VARIANT_CHOICE_UNSPECIFIED' },
    },
    {
      method: CREATE_MAPPING,
      sent: { path: { adUnitsId: '0000000001' }, body: mapping },
      wrong: { adapterId: '1' },
    },
    {
      method: 'accounts.adUnitMappings.batchCreate',
      sent: { body: { requests: [{ parent, adUnitMapping: mapping }] } },
      wrong: { requests: [] },
    },
    { method: 'accounts.apps.create', sent: { body: { platform: 'IOS' } }, wrong: { platform: 'TV' } },
    {
      method: 'accounts.adUnits.create',
      sent: { body: { appId: app.appId, displayName: 'Unit', adFormat: 'BANNER' } },
      wrong: { adFormat: 'TV' },
    },
  ];
}

/** Replaces random ids and etags. */
const anonymous = (answer: object) =>
  JSON.parse(
    JSON.stringify(answer).replace(/(?<!pub-)(?<!\d)\d{10}(?!\d)|(?<!pub-)(?<!\d)\d{16}(?!\d)/g, '#'),
  );

describe('The parameter validateOnly', () => {
  it.each(['validateOnly', 'validate_only'])(
    'validateOnly stores nothing and answers the resulting resource: %s',
    async (name) => {
      const publisher = await world().publisher();
      for (const { method, sent } of await writes(publisher)) {
        const before = world().dump();
        const dry = await world().call(publisher, method, { ...sent, query: { [name]: 'true' } });
        expect(world().dump()).toEqual(before);
        const real = await world().call(publisher, method, sent);
        expect(anonymous(dry)).toEqual(anonymous(real));
        expect(world().dump()).not.toEqual(before);
      }
    },
  );

  it('with validateOnly the same requests are refused with the same errors', async () => {
    const publisher = await world().publisher();
    for (const { method, sent, wrong } of await writes(publisher)) {
      const bad = { ...sent, body: { ...(sent.body as object), ...wrong } };
      const dry = await world().refused(publisher, method, { ...bad, query: 'validateOnly=true' });
      const real = await world().refused(publisher, method, bad);
      expect([dry.code, dry.reason, dry.message, dry.violations]).toEqual([
        real.code,
        real.reason,
        real.message,
        real.violations,
      ]);
    }
  });

  it('validateOnly=false executes the request', async () => {
    const publisher = await world().publisher();
    const before = world().dump();
    await world().call(publisher, 'accounts.apps.create', {
      query: { validateOnly: 'false' },
      body: { platform: 'IOS' },
    });
    expect(world().dump()).not.toEqual(before);
  });

  it('read methods refuse validateOnly as an unknown parameter', async () => {
    const publisher = await world().publisher();
    const error = await world().refused(publisher, 'accounts.apps.list', { query: 'validateOnly=true' });
    expect(error.code).toBe('INVALID_ARGUMENT');
  });
});
