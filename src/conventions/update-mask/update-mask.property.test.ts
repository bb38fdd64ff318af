import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { applyUpdateMask, type MaskedUpdate, maskTable, resolveUpdateMask } from '../index.ts';
import { isObject, type JsonObject, put, sameJson } from '../json.ts';
import { mergePatch } from '../merge-patch.ts';
import { StatusError } from '../status.ts';

const table = maskTable({
  displayName: { kind: 'set', absent: 'clear' },
  requiredState: { kind: 'set', absent: 'refuse' },
  'targeting.adUnitIds': { kind: 'set', absent: 'clear' },
  'groupLines[*]': { kind: 'entry', newKey: /^-[1-9]\d*$/, idMember: 'id', outputOnly: ['variant'] },
  'groupLines[*].state': { kind: 'set', absent: 'refuse' },
  'groupLines[*].cpmMicros': { kind: 'set', absent: 'clear' },
  'groupLines[*].adUnitMappings[*]': { kind: 'set', absent: 'clear' },
  'groupLines[*].variant': { kind: 'outputOnly' },
});

type Spell = (key: string) => string;

const bare: Spell = (key) => (/^[A-Za-z0-9-]+$/.test(key) ? `[${key}]` : JSON.stringify([key]));
const dotted: Spell = (key) => (/^[A-Za-z0-9-]+$/.test(key) ? `.${key}` : ticked(key));
const quoted: Spell = (key) => `["${key.replace(/["\\]/g, '\\$&')}"]`;
const single: Spell = (key) => `['${key.replace(/['\\]/g, '\\$&')}']`;
const ticked: Spell = (key) => `.\`${key.replaceAll('`', '``')}\``;
const spaced: Spell = (key) => quoted(key).replace(/^\[/, '[ ').replace(/\]$/, ' ]');

const anyKey = fc.string({
  unit: fc.constantFrom(
    'a',
    '7',
    '-',
    '_',
    '.',
    ',',
    '"',
    "'",
    '`',
    '\\',
    '[',
    ']',
    '/',
    ' ',
    'é',
    '\u0000',
    '\ud83d',
  ),
  maxLength: 8,
});

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('Update masks for any keys', () => {
  it('every mask has one canonical spelling', () => {
    const spelling = fc.constantFrom(quoted, single, ticked, spaced);
    const name = fc.constantFrom<(text: string) => string>((text) => text, snake);
    fc.assert(
      fc.property(
        anyKey,
        anyKey,
        spelling,
        spelling,
        name,
        name,
        (line, unit, first, second, spellA, spellB) => {
          const mask = `${spellA('groupLines')}${first(line)}.${spellB('adUnitMappings')}${second(unit)}`;
          const [entry] = resolveUpdateMask(mask, table)!;
          const segments = [
            { field: 'groupLines' },
            { key: line },
            { field: 'adUnitMappings' },
            { key: unit },
          ];
          expect(entry!.segments).toEqual(segments);
          expect(entry!.path).toBe(`groupLines${quoted(line)}.adUnitMappings${quoted(unit)}`);
          expect(resolveUpdateMask(entry!.path, table)).toEqual([entry]);
        },
      ),
      { numRuns: runs(600) },
    );
  });

  it('plain keys in a mask need no quotes', () => {
    const plain = fc.string({ unit: fc.constantFrom('a', 'Z', '0', '7', '-'), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(plain, fc.constantFrom(bare, dotted), (key, spell) => {
        expect(resolveUpdateMask(`groupLines${spell(key)}`, table)![0]!.path).toBe(`groupLines["${key}"]`);
      }),
    );
  });

  it('commas and dots inside keys do not split paths', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyKey, { minLength: 1, maxLength: 5 }), fc.boolean(), (keys, last) => {
        const mask = keys.map((key) => `groupLines${quoted(key)}`).join(', ') + (last ? ',' : '');
        expect(resolveUpdateMask(mask, table)!.map(({ segments }) => segments[1])).toEqual(
          keys.map((key) => ({ key })),
        );
      }),
    );
  });

  it('any other text as a mask is refused with a StatusError', () => {
    const token = fc.constantFrom(
      ...['groupLines', 'state', 'x', '[', ']', '"', "'", '`', '\\', '.', ',', ' ', '-1', '*', '0', '\u0000'],
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 30 }), (tokens) => {
        try {
          resolveUpdateMask(tokens.join(''), table);
        } catch (error) {
          expect(error).toBeInstanceOf(StatusError);
        }
      }),
      { numRuns: runs(900) },
    );
  });
});

const key = fc.constantFrom('7', '8', '-1', '__proto__');
const scalar = fc.constantFrom('x', 'y', '');
const sent = fc.option(scalar, { nil: null });

const objectFrom = (entries: readonly (readonly [string, unknown])[]) => {
  const made = {};
  for (const [name, value] of entries) put(made, name, value);
  return made as JsonObject;
};

const some = (members: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(members, { requiredKeys: [], noNullPrototype: true }) as fc.Arbitrary<JsonObject>;

const mapOf = (value: fc.Arbitrary<unknown>) =>
  fc.array(fc.tuple(key, value), { maxLength: 3 }).map(objectFrom);

const line = (value: fc.Arbitrary<unknown>) =>
  some({ state: value, cpmMicros: value, variant: value, adUnitMappings: mapOf(value), other: value });

const resource = (value: fc.Arbitrary<unknown>) =>
  some({
    displayName: value,
    requiredState: value,
    untouchable: value,
    targeting: some({ adUnitIds: fc.array(scalar, { maxLength: 2 }), platform: value }),
    groupLines: mapOf(line(value)),
  });

const maskPath = fc.oneof(
  fc.constantFrom('displayName', 'requiredState', 'targeting.adUnitIds'),
  fc
    .tuple(key, fc.constantFrom('', '.state', '.cpmMicros', '.variant'))
    .map(([k, rest]) => `groupLines["${k}"]${rest}`),
  fc.tuple(key, key).map(([a, b]) => `groupLines["${a}"].adUnitMappings["${b}"]`),
);
const mask = fc.array(maskPath, { minLength: 1, maxLength: 5 });

type Outcome = { readonly update: MaskedUpdate } | { readonly problems: readonly string[] };

function outcome(stored: JsonObject, body: JsonObject, paths: readonly string[]): Outcome {
  try {
    return { update: applyUpdateMask(stored, body, resolveUpdateMask(paths.join(), table), table) };
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return { problems: error.violations.map(({ description }) => description).sort() };
  }
}

function at(value: unknown, steps: readonly string[]): unknown {
  let found = value;
  for (const step of steps) found = isObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  return found;
}

/** The steps of a canonical path whose keys need no escapes. */
const stepsOf = (path: string) => path.split(/\["|"\]\.?|\./).filter((step) => step !== '');

function differences(a: unknown, b: unknown, steps: readonly string[] = []): readonly (readonly string[])[] {
  if (sameJson(a, b)) return [];
  if (!isObject(a) || !isObject(b)) return [steps];
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].flatMap((name) => differences(at(a, [name]), at(b, [name]), [...steps, name]));
}

const startsWith = (steps: readonly string[], start: readonly string[]) =>
  start.length <= steps.length && start.every((step, index) => step === steps[index]);

describe('Updates by masks for any values', () => {
  const args = [resource(scalar), resource(sent), mask] as const;

  it('the result of an update does not depend on the order of the mask', () => {
    fc.assert(
      fc.property(...args, (stored, body, paths) => {
        const forth = outcome(stored, body, paths);
        const back = outcome(stored, body, paths.toReversed());
        if ('problems' in forth) expect(back).toEqual(forth);
        else expect('update' in back && sameJson(back.update.value, forth.update.value)).toBe(true);
      }),
      { numRuns: runs(600) },
    );
  });

  it('an update changes only the fields in its mask, to the values of the body', () => {
    let applied = 0;
    fc.assert(
      fc.property(...args, (stored, body, paths) => {
        const before = JSON.stringify([stored, body]);
        const result = outcome(stored, body, paths);
        expect(JSON.stringify([stored, body])).toBe(before);
        if ('problems' in result) return;
        applied += 1;
        const { value } = result.update;
        const named = paths.map(stepsOf);
        for (const steps of differences(stored, value)) {
          const onTheWay = (path: readonly string[]) => startsWith(steps, path) || startsWith(path, steps);
          expect(named.some(onTheWay), JSON.stringify(steps)).toBe(true);
        }
        for (const steps of named) {
          const last = steps.at(-1)!;
          const isEntry = steps.length === 2 && steps[0] === 'groupLines';
          if (isEntry || last === 'variant') continue;
          const given = at(body, steps);
          const empty = given === null || (Array.isArray(given) && given.length === 0);
          expect(at(value, steps)).toEqual(empty ? undefined : given);
        }
      }),
      { numRuns: runs(900) },
    );
    expect(applied).toBeGreaterThan(runs(90));
  });

  it('an update of a whole entry merges it', () => {
    fc.assert(
      fc.property(line(scalar), line(sent), (stored, body) => {
        const result = outcome({ groupLines: { 7: stored } }, { groupLines: { 7: body } }, [
          'groupLines["7"]',
        ]);
        const { variant: _, ...given } = body;
        expect('update' in result && at(result.update.value, ['groupLines', '7'])).toEqual(
          mergePatch(stored, given),
        );
      }),
    );
  });

  it('an update without a mask changes nothing if the resource is sent back unchanged', () => {
    fc.assert(
      fc.property(resource(scalar), (stored) => {
        expect(sameJson(applyUpdateMask(stored, stored, undefined, table).value, stored)).toBe(true);
      }),
    );
  });
});
