import { expect } from 'vitest';
import { type ErrorBody, violationsOf } from './envelope.ts';
import {
  ACCOUNT,
  type Answer,
  type Call,
  EXPERIMENT,
  GROUP,
  GROUPS,
  type HttpWorld,
  INMOBI,
} from './world.ts';

/** An adapter of the shipped catalogue, for AppLovin on Android, and the setting that it requires. */
export const ADAPTER = '111';
export const SDK_KEY = '1111';

export const LIVE_LINE = { displayName: 'Live', adSourceId: INMOBI, cpmMode: 'LIVE', state: 'ENABLED' };
export const MANUAL_LINE = GROUP.mediationGroupLines['-1'];

export const MAPPING = {
  displayName: 'Mapping',
  adapterId: ADAPTER,
  adUnitConfigurations: { [SDK_KEY]: 'key' },
};

export const mappingsPath = (fragment = '0000000001') => `${ACCOUNT}/adUnits/${fragment}/adUnitMappings`;

/** New lines with negative keys, for a request. */
export const manyLines = (count: number): Readonly<Record<string, object>> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`-${index + 1}`, LIVE_LINE]));

/** The body that changes members of a line. */
export const ofLine = (lineId: string, members: unknown) => ({ mediationGroupLines: { [lineId]: members } });

/** Functions that call the panel, in the order of the endpoints in the specification. */
export function clientOf(world: () => HttpWorld) {
  const body = async (method: string, path: string, call: Call = {}) =>
    (await world().done(method, path, call)).body;
  const refused = async (method: string, path: string, call: Call = {}): Promise<Answer> => {
    const answer = await world().unchanged(() => world().call(method, path, call));
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
    return answer;
  };
  const masked = (mask: string | undefined, sent: unknown) =>
    ({ body: sent, ...(mask !== undefined && { query: { updateMask: mask } }) }) as const;

  const createGroup = (changes: object = {}, call: Call = {}) =>
    body('POST', GROUPS, { body: { ...GROUP, ...changes }, ...call });
  return {
    body,
    /** Expects that a request is refused and stores nothing. */
    refused,
    createGroup,
    /** Creates a group with the line. Returns the line in the answer. */
    async createLine(line: object) {
      const { mediationGroupLines } = await createGroup({ mediationGroupLines: { '-1': line } });
      return Object.values(mediationGroupLines)[0] as Readonly<Record<string, unknown>>;
    },
    get: (path: string, query?: Call['query']) => body('GET', path, query === undefined ? {} : { query }),
    list: (query: Call['query'] = {}) => body('GET', GROUPS, { query }),
    /** The group in the answer of the list method. */
    async listed(group: { readonly mediationGroupId: string }) {
      const filter = `IN(MEDIATION_GROUP_ID, "${group.mediationGroupId}")`;
      return (await body('GET', GROUPS, { query: { filter } })).mediationGroups[0];
    },
    patch: (path: string, mask: string | undefined, sent: unknown) => body('PATCH', path, masked(mask, sent)),
    createExperiment: (path: string, changes: object = {}) =>
      body('POST', `${path}/mediationAbExperiments`, { body: { ...EXPERIMENT, ...changes } }),
    stop: (path: string, variantChoice = 'VARIANT_CHOICE_A') =>
      body('POST', `${path}/mediationAbExperiments:stop`, { body: { variantChoice } }),
    createMapping: (changes: object = {}, fragment?: string) =>
      body('POST', mappingsPath(fragment), { body: { ...MAPPING, ...changes } }),

    refusedGroup: (changes: object) => refused('POST', GROUPS, { body: { ...GROUP, ...changes } }),
    refusedLine: (line: object) =>
      refused('POST', GROUPS, { body: { ...GROUP, mediationGroupLines: { '-1': line } } }),
    refusedPatch: (path: string, mask: string | undefined, sent: unknown) =>
      refused('PATCH', path, masked(mask, sent)),
    refusedExperiment: (path: string, changes: object = {}) =>
      refused('POST', `${path}/mediationAbExperiments`, { body: { ...EXPERIMENT, ...changes } }),
    refusedMapping: (changes: object, fragment?: string) =>
      refused('POST', mappingsPath(fragment), { body: { ...MAPPING, ...changes } }),
  };
}

/** The fields that a 400 INVALID_ARGUMENT names. */
export function badFields({ status, error }: { readonly status: number; readonly error: ErrorBody }) {
  expect([status, error.status]).toEqual([400, 'INVALID_ARGUMENT']);
  return violationsOf(error).map(({ field }) => field);
}
