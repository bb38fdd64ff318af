import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseQuery, StatusError } from '../../../src/conventions/index.ts';
import { METHOD_NAMES, METHODS, type MethodName } from '../../../src/mediation/contract/index.ts';
import { anyText } from '../../support/any-text.ts';
import { property } from '../../support/runs.ts';
import {
  CREATE_EXPERIMENT,
  CREATE_GROUP,
  CREATE_MAPPING,
  createGroup,
  experimentBody,
  groupBody,
  PATCH_GROUP,
  STOP_EXPERIMENT,
} from './support/samples.ts';
import { openWorld } from './support/world.ts';

const WRITES = METHOD_NAMES.filter((name) => METHODS[name].kind === 'write');

/** Valid requests, which the test then changes. */
const bodies = (publisher: string, lineId: string): Readonly<Partial<Record<MethodName, object>>> => ({
  [CREATE_GROUP]: groupBody(publisher),
  [PATCH_GROUP]: {
    etag: '',
    name: '',
    displayName: 'Banner group',
    state: 'ENABLED',
    targeting: { platform: 'ANDROID', adUnitIds: [] },
    mediationGroupLines: {
      [lineId]: { state: 'DISABLED', adUnitMappings: {} },
      '-1': { adSourceId: '5450213213286189855' },
    },
  },
  [CREATE_EXPERIMENT]: experimentBody(),
  [STOP_EXPERIMENT]: { variantChoice: 'VARIANT_CHOICE_A' },
  [CREATE_MAPPING]: { adapterId: '111', adUnitConfigurations: { 1111: 'key' } },
  'accounts.adUnitMappings.batchCreate': {
    requests: [{ parent: `accounts/${publisher}/adUnits/0000000001`, adUnitMapping: { adapterId: '111' } }],
  },
  'accounts.apps.create': { platform: 'IOS', linkedAppInfo: { appStoreId: 'x' } },
  'accounts.adUnits.create': { appId: 'x', displayName: 'Unit', adFormat: 'REWARDED', rewardSettings: {} },
});

/** The paths of all values inside a JSON value. */
function places(
  value: unknown,
  path: readonly (string | number)[] = [],
): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, child]) => places(child, [...path, name]))];
}

function replaced(value: unknown, [step, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (step === undefined) return by;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[step] = replaced(copy[step], rest, by);
  return copy;
}

const nasty = fc.oneof(
  fc.constantFrom(
    null,
    true,
    0,
    -1,
    1e300,
    '',
    '-1',
    '__proto__',
    'constructor',
    '\u0000',
    '\ud800',
    [],
    {},
    [[]],
    [null],
  ),
  fc.constantFrom('9223372036854775808', 2 ** 53, 'x'.repeat(300), { __proto__: 1 }, { '': {} }),
  fc.jsonValue({ maxDepth: 3 }),
);

const REFUSALS = ['INVALID_ARGUMENT', 'FAILED_PRECONDITION', 'ABORTED', 'NOT_FOUND'];

it('any body is executed or refused with a documented error, and a refusal changes nothing', async () => {
  const world = await openWorld();
  try {
    const publisher = await world.publisher();
    const { path, lineId } = await createGroup(world, publisher);
    const good = bodies(publisher, lineId);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...WRITES), fc.nat(), nasty, async (method, place, value) => {
        const all = places(good[method]);
        const body = replaced(good[method], all[place % all.length] ?? [], value);
        const before = world.dump();
        const call = world.panel.call(method, {
          path: { accountsId: publisher, adUnitsId: '0000000001', ...path },
          query: parseQuery(''),
          body: JSON.parse(JSON.stringify(body)),
          caller: { subject: 'user-1', publishers: [publisher], scopes: ['monetization'] },
          requestId: 'request-1',
        });
        const error = await call.then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (error === undefined) return;
        expect(error).toBeInstanceOf(StatusError);
        expect(REFUSALS).toContain((error as StatusError).code);
        expect((error as StatusError).message).not.toBe('');
        expect(world.dump()).toEqual(before);
      }),
      property(400),
    );
  } finally {
    await world.close();
  }
});

it('any query and any path is answered or refused with a documented error', async () => {
  const world = await openWorld();
  try {
    const publisher = await world.publisher();
    await createGroup(world, publisher);
    const text = fc.oneof(
      anyText(40),
      fc.constantFrom('IN(', 'IN(STATE,"', '-1', '0', '1e9', 'a[', '*', 'null', '__proto__', '%00'),
    );
    const parameter = fc.constantFrom(
      'pageSize',
      'pageToken',
      'filter',
      'updateMask',
      'validateOnly',
      'fields',
    );
    const query = fc.uniqueArray(fc.tuple(parameter, text), { maxLength: 3, selector: ([name]) => name });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...METHOD_NAMES), query, text, async (method, parameters, id) => {
        const call = world.call(publisher, method, {
          query: new URLSearchParams(parameters).toString(),
          path: { adUnitsId: id, adSourcesId: id, mediationGroupsId: id, mediationAbExperimentsId: id },
          body: {},
        });
        const error = await call.then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (error === undefined) return;
        expect(error).toBeInstanceOf(StatusError);
        expect(['INVALID_ARGUMENT', 'NOT_FOUND']).toContain((error as StatusError).code);
      }),
      property(400),
    );
  } finally {
    await world.close();
  }
});
