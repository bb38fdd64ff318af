import { describe, expect, it } from 'vitest';
import { badFields, clientOf, LIVE_LINE, MANUAL_LINE } from '../http/support/panel.ts';
import { GROUP, newGroup, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();
const client = clientOf(world);

/** A field with an enum: `send` sends a value and returns the value in the answer. */
interface Place {
  readonly named: string;
  readonly send: (value: unknown) => Promise<unknown>;
  readonly refuse: (value: unknown) => Promise<readonly (string | undefined)[]>;
}

const inGroup = (
  named: string,
  changes: (value: unknown) => object,
  of: (group: never) => unknown,
): Place => ({
  named,
  send: async (value) => of((await client.createGroup(changes(value))) as never),
  refuse: async (value) => badFields(await client.refusedGroup(changes(value))),
});
const inLine = (named: string, member: string, line: object = LIVE_LINE): Place =>
  inGroup(
    named,
    (value) => ({ mediationGroupLines: { '-1': { ...line, [member]: value } } }),
    ({ mediationGroupLines }) => Object.values<Record<string, unknown>>(mediationGroupLines)[0]?.[member],
  );

const STATE = inGroup(
  'MediationGroup.state',
  (state) => ({ state }),
  ({ state }) => state,
);
const IDFA = inGroup(
  'MediationGroupTargeting.idfaTargeting',
  (idfaTargeting) => ({ targeting: { ...GROUP.targeting, idfaTargeting } }),
  ({ targeting }: { targeting: Record<string, unknown> }) => targeting.idfaTargeting,
);
const LINE_STATE = inLine('MediationGroupLine.state', 'state');
const CPM_MODE = inLine('MediationGroupLine.cpmMode', 'cpmMode', MANUAL_LINE);
const VARIANT = inLine('MediationGroupLine.experimentVariant', 'experimentVariant');

const cases = (place: Place, values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(([value, answered]) => ({ ...place, value, answered }));

describe('Enum values', () => {
  it.each([
    ...cases(STATE, { STATE_UNSPECIFIED: 'ENABLED', ENABLED: 'ENABLED', DISABLED: 'DISABLED' }),
    ...cases(IDFA, {
      IDFA_TARGETING_UNSPECIFIED: undefined,
      ALL: 'ALL',
      AVAILABLE: 'AVAILABLE',
      NOT_AVAILABLE: 'NOT_AVAILABLE',
    }),
    ...cases(LINE_STATE, { STATE_UNSPECIFIED: 'ENABLED', ENABLED: 'ENABLED', DISABLED: 'DISABLED' }),
    ...cases(CPM_MODE, { CPM_MODE_UNSPECIFIED: 'MANUAL', LIVE: 'LIVE', MANUAL: 'MANUAL' }),
  ])('$named: $value is accepted, answered as $answered', async ({ send, value, answered }) => {
    expect(await send(value)).toBe(answered);
  });

  it.each(
    cases(VARIANT, {
      VARIANT_UNSPECIFIED: 'ORIGINAL',
      VARIANT_A: 'ORIGINAL',
      VARIANT_B: 'ORIGINAL',
      ORIGINAL: 'ORIGINAL',
    }),
  )('$named: $value is output only, ignored in a request', async ({ send, value, answered }) => {
    expect(await send(value)).toBe(answered);
  });

  it.each([
    { ...LINE_STATE, value: 'REMOVED', why: 'input only, of lines that are there' },
    { ...CPM_MODE, value: 'ANO', why: 'output only' },
  ])('$named: $value is refused in a new line because it is $why', async ({ refuse, value }) => {
    expect(await refuse(value)).toEqual([expect.stringContaining('mediationGroupLines["-1"]')]);
  });

  it.each(
    [STATE, IDFA, LINE_STATE, CPM_MODE].flatMap((place) =>
      ['PAUSED', 'enabled', '', 1, 0, true, {}].map((value) => ({ ...place, value })),
    ),
  )('$named: $value is no value (ruling 18: enums are names)', async ({ refuse, value }) => {
    expect(await refuse(value)).toEqual([expect.stringMatching(/^mediation_group/)]);
  });

  it.each(['VARIANT_CHOICE_A', 'VARIANT_CHOICE_B'])('variantChoice: %s is accepted', async (choice) => {
    const { path } = await newGroup(world());
    await client.createExperiment(path);
    expect((await client.stop(path, choice)).state).toBe('EXPIRED');
  });

  const experiment = async (changes: object) =>
    client.createExperiment((await newGroup(world())).path, changes);
  it.each([
    [
      'MediationGroup.mediationAbExperimentState',
      'EXPERIMENT_STATE_UNSPECIFIED, RUNNING, NOT_RUNNING',
      'NOT_RUNNING',
      (changes: object) => client.createGroup(changes),
    ],
    [
      'MediationAbExperiment.state',
      'EXPERIMENT_STATE_UNSPECIFIED, EXPIRED, RUNNING, ENDED',
      'RUNNING',
      experiment,
    ],
    [
      'MediationAbExperiment.variantLeader',
      'VARIANT_LEADER_UNSPECIFIED, CONTROL, TREATMENT, INSUFFICIENT_DATA, TOO_EARLY_TO_CALL, NO_VARIANT_LEADER',
      'INSUFFICIENT_DATA',
      experiment,
    ],
    [
      'AdUnitMapping.state',
      'STATE_UNSPECIFIED, ENABLED',
      'ENABLED',
      (changes: object) => client.createMapping(changes),
    ],
  ])(
    '%s: the values %s are output only and ignored in a request; the answer has %s',
    async (named, values, answered, send) => {
      const [, member = ''] = named.split('.');
      for (const value of [...values.split(', '), 'NOPE', 3]) {
        expect((await send({ [member]: value }))[member]).toBe(answered);
      }
    },
  );
});
