import fc from 'fast-check';
import { expect, it } from 'vitest';
import { property } from '../../support/runs.ts';
import {
  APPLOVIN,
  adUnit,
  CREATE_EXPERIMENT,
  createGroup,
  createMapping,
  experimentBody,
  GET_GROUP,
  OWN_NETWORK,
  PATCH_GROUP,
} from './support/samples.ts';
import { useWorld, type World } from './support/world.ts';

const world = useWorld();

interface Line {
  /** A patch cannot change the ad source of a line. */
  adSourceId: string;
  displayName: string;
  /** In micros; undefined if the line is LIVE. */
  price: string | undefined;
  state: string;
  mappings: Record<string, string>;
}

/** The model of a group: its ad units and its lines. */
interface Model {
  units: readonly string[];
  lines: Map<string, Line>;
}

/** One change of a patch. `which` selects a line of the model. */
type Change =
  | { readonly kind: 'units'; readonly units: readonly number[] }
  | { readonly kind: 'add'; readonly key: number; readonly name: string; readonly price: number | undefined }
  | { readonly kind: 'state'; readonly which: number; readonly state: string }
  | { readonly kind: 'rename'; readonly which: number; readonly name: string }
  | { readonly kind: 'live'; readonly which: number }
  | { readonly kind: 'manual'; readonly which: number; readonly price: number }
  | { readonly kind: 'map'; readonly which: number; readonly unit: number; readonly on: boolean }
  | { readonly kind: 'unknownLine' };

const which = fc.nat({ max: 5 });
const name = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' });
const price = fc.integer({ min: 9_990, max: 20_000 });

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant('units' as const), units: fc.array(fc.nat({ max: 3 }), { maxLength: 4 }) }),
  fc.record({
    kind: fc.constant('add' as const),
    key: fc.integer({ min: 1, max: 5 }),
    name,
    price: fc.option(price, { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant('state' as const),
    which,
    state: fc.constantFrom('ENABLED', 'DISABLED', 'REMOVED'),
  }),
  fc.record({ kind: fc.constant('rename' as const), which, name }),
  fc.record({ kind: fc.constant('live' as const), which }),
  fc.record({ kind: fc.constant('manual' as const), which, price }),
  fc.record({ kind: fc.constant('map' as const), which, unit: fc.nat({ max: 1 }), on: fc.boolean() }),
);

const patch = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 5 }),
  broken: fc.nat({ max: 9 }).map((value) => value === 0),
  masked: fc.boolean(),
  snake: fc.boolean(),
});

interface Setting {
  readonly world: World;
  readonly publisher: string;
  readonly path: { readonly mediationGroupsId: string };
  readonly mappings: readonly string[];
}

/** The request of a patch, and the model after it; undefined if the patch must be refused. */
function written(
  changes: readonly Change[],
  model: Model,
  { publisher, mappings }: Setting,
  masked: boolean,
) {
  const ids = [...model.lines.keys()];
  const mask = new Set<string>();
  const lines: Record<string, Record<string, unknown>> = {};
  const body: Record<string, unknown> = {};
  const after: Model = { units: model.units, lines: structuredClone(model.lines) };
  const removed = new Set<string>();
  let refused = false;
  const units = [0, 1, 2, 3].map((index) => adUnit(publisher, String(index).padStart(10, '0')));

  function ofLine(index: number, path: string, members: Record<string, unknown>): Line | undefined {
    const id = ids[index % ids.length];
    if (id === undefined) return undefined;
    mask.add(`mediationGroupLines["${id}"]${path}`);
    const sent = lines[id] ?? {};
    lines[id] = sent;
    const merged = { ...(sent.adUnitMappings as object), ...(members.adUnitMappings as object) };
    Object.assign(sent, members, Object.keys(merged).length > 0 ? { adUnitMappings: merged } : {});
    return after.lines.get(id);
  }

  for (const one of changes) {
    if (one.kind === 'units') {
      const list = one.units.map((index) => units[index] as string);
      mask.add('targeting.adUnitIds');
      // Without a mask, an empty list changes nothing, and null deletes the list.
      body.targeting = { adUnitIds: list.length === 0 && !masked ? null : list };
      after.units = [...new Set(list)];
    } else if (one.kind === 'add') {
      const key = `-${one.key}`;
      mask.add(`mediationGroupLines["${key}"]`);
      const micros = one.price === undefined ? {} : { cpmMicros: one.price };
      lines[key] = { displayName: one.name, adSourceId: APPLOVIN, ...micros };
      after.lines.set(key, {
        adSourceId: APPLOVIN,
        displayName: one.name,
        price: one.price?.toString(),
        state: 'ENABLED',
        mappings: {},
      });
    } else if (one.kind === 'state') {
      const line = ofLine(one.which, '.state', { state: one.state });
      if (line) line.state = one.state;
    } else if (one.kind === 'rename') {
      const line = ofLine(one.which, '.displayName', { displayName: one.name });
      if (line) line.displayName = one.name;
    } else if (one.kind === 'live') {
      const line = ofLine(one.which, '.cpmMode', { cpmMode: 'LIVE' });
      if (line) line.price = undefined;
    } else if (one.kind === 'manual') {
      ofLine(one.which, '.cpmMode', { cpmMode: 'MANUAL' });
      const line = ofLine(one.which, '.cpmMicros', { cpmMicros: String(one.price) });
      if (line) line.price = String(one.price);
    } else if (one.kind === 'map') {
      const unit = units[one.unit] as string;
      const value = one.on ? mappings[one.unit] : masked ? undefined : null;
      const line = ofLine(one.which, `.adUnitMappings["${unit}"]`, { adUnitMappings: { [unit]: value } });
      if (line?.adSourceId === OWN_NETWORK) continue;
      if (line && one.on) line.mappings[unit] = mappings[one.unit] as string;
      else if (line) delete line.mappings[unit];
    } else {
      mask.add('mediationGroupLines["0000000000000000"].state');
      lines['0000000000000000'] = { state: 'ENABLED' };
      refused = true;
    }
  }
  for (const [id, line] of after.lines) {
    if (line.state === 'REMOVED') removed.add(id);
    else if (line.price !== undefined && Number(line.price) < 10_000) refused = true;
    else if (line.adSourceId !== APPLOVIN && Object.keys(line.mappings).length > 0) refused = true;
  }
  for (const id of removed) after.lines.delete(id);
  if (Object.keys(lines).length > 0) body.mediationGroupLines = lines;
  return { mask: [...mask], body, after: refused ? undefined : after };
}

const snakeCase = (path: string) =>
  path.replace(/(^|\.)[A-Za-z]+/g, (field) =>
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );

/** The stored group in the form of the model. Lines are identified by their position. */
async function stored({ world: at, publisher, path }: Setting): Promise<Model> {
  const group = await at.call(publisher, GET_GROUP, { path });
  const lines = Object.entries(group.mediationGroupLines ?? {}).map(([id, line]) => {
    const { adSourceId = '', displayName = '', cpmMode, cpmMicros, state = '', adUnitMappings = {} } = line;
    const given = cpmMode === 'LIVE' ? undefined : cpmMicros;
    return [id, { adSourceId, displayName, price: given, state, mappings: adUnitMappings }] as const;
  });
  return { units: group.targeting?.adUnitIds ?? [], lines: new Map(lines) };
}

const shape = ({ units, lines }: Model) => ({ units, lines: [...lines.values()] });

/** If several changes concern the same member of a line, only the last is kept. */
function settled(changes: readonly Change[], lineCount: number): readonly Change[] {
  const places = new Map<string, Change>();
  for (const one of changes) {
    const place =
      'which' in one
        ? `${one.which % Math.max(lineCount, 1)} ${one.kind === 'live' || one.kind === 'manual' ? 'cpm' : one.kind} ${one.kind === 'map' ? one.unit : ''}`
        : `${one.kind} ${'key' in one ? one.key : ''}`;
    places.set(place, one);
  }
  return [...places.values()];
}

it('patches with and without masks give the same result as a simple model', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(patch, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      async (patches, experiment) => {
        const publisher = await world().publisher();
        const mappings = [
          await createMapping(world(), publisher, { fragment: '0000000000' }),
          await createMapping(world(), publisher, { fragment: '0000000001' }),
        ];
        const { path } = await createGroup(world(), publisher, {
          mediationGroupLines: { '-1': { displayName: 'First', adSourceId: APPLOVIN } },
        });
        const setting = { world: world(), publisher, path, mappings };
        if (experiment) {
          await world().call(publisher, CREATE_EXPERIMENT, { path, body: experimentBody() });
        }
        for (const { changes, broken, masked, snake } of patches) {
          const model = await stored(setting);
          const unknown = broken ? [{ kind: 'unknownLine' } as const] : [];
          const kept = settled([...changes, ...unknown], model.lines.size);
          if (kept.length === 0) continue;
          const { mask, body, after } = written(kept, model, setting, masked);
          const spelled = snake ? mask.map(snakeCase) : mask;
          const query = masked ? { updateMask: spelled.join(',') } : {};
          const sent = { path, query, body };
          if (after) {
            await world().call(publisher, PATCH_GROUP, sent);
            expect(shape(await stored(setting))).toEqual(shape(after));
          } else {
            const error = await world().refused(publisher, PATCH_GROUP, sent);
            expect(error.code).toBe('INVALID_ARGUMENT');
          }
        }
      },
    ),
    property(50),
  );
});
