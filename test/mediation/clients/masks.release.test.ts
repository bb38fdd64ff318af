import { beforeAll, describe, expect, it } from 'vitest';
import { type admob_v1beta, admobClient } from '../../support/google-client.ts';
import { useOAuthWorld } from '../../support/oauth-world.ts';
import { useConsent } from './support/consent.ts';
import {
  APPLOVIN,
  type Group,
  INMOBI,
  type Line,
  lineOf,
  newGroup,
  newMapping,
  SECOND_UNIT,
  UNIT,
} from './support/library.ts';

const world = useOAuthWorld();
const consented = useConsent(world);

let groups: admob_v1beta.Admob['accounts']['mediationGroups'];
let mapping: string;
let group: Group;
let id: string;
beforeAll(async () => {
  const admob = admobClient({ version: 'v1beta', rootUrl: `${world().url}/`, auth: consented().oauth });
  groups = admob.accounts.mediationGroups;
  mapping = (await newMapping(admob, 'Mapping')).name ?? '';
  group = await newGroup(admob, 'To patch', mapping);
  id = lineOf(group, APPLOVIN).id ?? '';
});

/** Spellings of a map key in a mask: with quotes, without, with backslashes as in an example, after a dot (AIP-161). */
const quoted = [
  (key: string) => `["${key}"]`,
  (key: string) => `['${key}']`,
  (key: string) => `[${key}]`,
  (key: string) => `[\\"${key}\\"]`,
  (key: string) => `.\`${key}\``,
];
const dotted = [...quoted, (key: string) => `.${key}`];

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelAndSnake = (name: string) => [...new Set([name, snake(name)])];
const LINES = camelAndSnake('mediationGroupLines');

/** The path of the line in every spelling. */
const lineSpellings = (key: string) =>
  LINES.flatMap((lines) => dotted.map((spell) => `${lines}${spell(key)}`));

/** The path of a member of the line in every spelling, also with camelCase and snake_case mixed. */
const memberSpellings = (member: string) => () =>
  lineSpellings(id).flatMap((line) => camelAndSnake(member).map((name) => `${line}.${name}`));

const ofLine = (members: Line): Group => ({ mediationGroupLines: { [id]: { id, ...members } } });
const bodiesOf = (...changes: readonly Line[]) => changes.map(ofLine);

interface Mask {
  /** A body that is sent without a mask before each spelling is tried. */
  readonly reset?: () => Group;
  readonly spellings: () => readonly string[];
  /** Bodies that are sent in turn, so that each patch changes something. */
  readonly bodies: () => readonly Group[];
  readonly seen: (group: Group) => unknown;
}

const MASKS: Readonly<Record<string, Mask>> = {
  'targeting.ad_unit_ids': {
    spellings: () => camelAndSnake('targeting.adUnitIds'),
    bodies: () => [UNIT, SECOND_UNIT].map((unit) => ({ targeting: { adUnitIds: [unit] } })),
    seen: ({ targeting }) => ({ targeting: { adUnitIds: targeting?.adUnitIds } }),
  },
  'mediation_group_lines["ID"]': {
    spellings: () => lineSpellings(id),
    bodies: () =>
      bodiesOf(
        { displayName: 'One', cpmMicros: '20000', state: 'DISABLED' },
        { displayName: 'Two', cpmMicros: '30000', state: 'ENABLED' },
      ),
    seen: (seen) => {
      const { displayName, cpmMicros, state } = lineOf(seen, APPLOVIN);
      return ofLine({ displayName, cpmMicros, state } as Line);
    },
  },
  'mediation_group_lines["ID"].state': {
    spellings: memberSpellings('state'),
    bodies: () => bodiesOf({ state: 'DISABLED' }, { state: 'ENABLED' }),
    seen: (seen) => ofLine({ state: lineOf(seen, APPLOVIN).state ?? null }),
  },
  'mediation_group_lines["ID"].display_name': {
    spellings: memberSpellings('displayName'),
    bodies: () => bodiesOf({ displayName: 'Three' }, { displayName: 'Four' }),
    seen: (seen) => ofLine({ displayName: lineOf(seen, APPLOVIN).displayName ?? null }),
  },
  'mediation_group_lines["ID"].cpm_micros': {
    spellings: memberSpellings('cpmMicros'),
    bodies: () => bodiesOf({ cpmMicros: '40000' }, { cpmMicros: '50000' }),
    seen: (seen) => ofLine({ cpmMicros: lineOf(seen, APPLOVIN).cpmMicros ?? null }),
  },
  'mediation_group_lines["ID"].ad_unit_mappings["UNIT"]': {
    spellings: () =>
      memberSpellings('adUnitMappings')().flatMap((path) => quoted.map((spell) => `${path}${spell(UNIT)}`)),
    bodies: () => bodiesOf({}, { adUnitMappings: { [UNIT]: mapping } }),
    seen: (seen) => {
      const { adUnitMappings } = lineOf(seen, APPLOVIN);
      return ofLine(adUnitMappings ? { adUnitMappings } : {});
    },
  },
  'mediation_group_lines["ID"].cpm_mode': {
    reset: () => ofLine({ cpmMode: 'MANUAL', cpmMicros: '60000' }),
    spellings: memberSpellings('cpmMode'),
    bodies: () => bodiesOf({ cpmMode: 'LIVE' }),
    seen: (seen) => ofLine({ cpmMode: lineOf(seen, APPLOVIN).cpmMode ?? null }),
  },
};

const patch = async (updateMask: string | undefined, requestBody: Group) => {
  const mask = updateMask === undefined ? {} : { updateMask };
  return (await groups.patch({ name: group.name ?? '', ...mask, requestBody })).data;
};

describe('The supported update masks, sent by the official Node client', () => {
  it.each(Object.entries(MASKS))(
    'the mask %s works in every spelling',
    async (_, { reset, spellings, bodies, seen }) => {
      for (const spelling of spellings().flatMap((one) => [one, ` ${one} ,`])) {
        if (reset) expect(seen(await patch(undefined, reset()))).not.toEqual(bodies()[0]);
        for (const body of bodies()) expect(seen(await patch(spelling, body)), spelling).toEqual(body);
      }
    },
  );

  it('one mask can name several fields, each in another spelling', async () => {
    const all = Object.values(MASKS).map(({ spellings }) => spellings());
    const change = { displayName: 'All', cpmMode: 'MANUAL', cpmMicros: '70000', state: 'DISABLED' };
    for (const turn of [0, 1, 5, 11]) {
      const mask = all.map((spellings) => spellings[turn % spellings.length]).join(', ');
      const after = await patch(mask, {
        ...ofLine({ ...change, displayName: `All ${turn}` }),
        targeting: { adUnitIds: [SECOND_UNIT] },
      });
      expect(after.targeting?.adUnitIds).toEqual([SECOND_UNIT]);
      expect(lineOf(after, APPLOVIN)).toMatchObject({ ...change, displayName: `All ${turn}` });
      expect(lineOf(after, APPLOVIN)).not.toHaveProperty('adUnitMappings');
    }
  });

  it('one mask can add several new lines by their negative keys', async () => {
    const line = { adSourceId: INMOBI, cpmMode: 'LIVE', state: 'ENABLED' };
    for (const [index, first] of lineSpellings('-1').entries()) {
      const second = lineSpellings('-25').at(-1 - index);
      const after = await patch(`${first},${second}`, {
        mediationGroupLines: {
          '-1': { ...line, displayName: `${index} first` },
          '-25': { ...line, displayName: `${index} second`, id: '-25' },
        },
      });
      const names = Object.values(after.mediationGroupLines ?? {}).map(({ displayName }) => displayName);
      expect(names).toEqual(expect.arrayContaining([`${index} first`, `${index} second`]));
    }
  });
});
