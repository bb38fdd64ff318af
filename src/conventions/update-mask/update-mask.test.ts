import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applyUpdateMask, type MaskRule, type MaskTable, maskTable, resolveUpdateMask } from '../index.ts';
import { type JsonObject, put } from '../json.ts';
import { StatusError } from '../status.ts';

const url = new URL('../../../test/vectors/conventions/update-mask.json', import.meta.url);
const vectors = JSON.parse(readFileSync(url, 'utf8'));
const { stored } = vectors;

interface Spelling {
  readonly mask: string;
  readonly paths: readonly string[];
}

interface Refused {
  readonly mask: string;
  readonly descriptions: readonly string[];
}

type RuleData = MaskRule & { newKey?: string };

function rule({ newKey, ...data }: RuleData): MaskRule {
  return newKey === undefined ? data : ({ ...data, newKey: new RegExp(newKey) } as MaskRule);
}

const rules = Object.entries(vectors.table as Record<string, RuleData>);
const table: MaskTable = maskTable(Object.fromEntries(rules.map(([path, data]) => [path, rule(data)])));

function refusal(work: () => unknown): StatusError {
  try {
    work();
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
  throw new Error('accepted');
}

const update = (body: JsonObject, mask?: string) =>
  applyUpdateMask(stored, body, resolveUpdateMask(mask, table), table);

interface Change {
  readonly at: readonly string[];
  readonly value?: unknown;
}

function changed(changes: readonly Change[]) {
  const expected = structuredClone(stored);
  for (const { at, value } of changes) {
    const owner = at.slice(0, -1).reduce((object, name) => object[name], expected);
    if (value === undefined) delete owner[at.at(-1)!];
    else put(owner, at.at(-1)!, value);
  }
  return expected;
}

const bodyOf = ({ body }: { body: JsonObject }) =>
  typeof body.$json === 'string' ? JSON.parse(body.$json) : body;

describe('Spellings of an update mask', () => {
  it.each(vectors.spellings as Spelling[])(
    'the mask $mask is read as the expected paths',
    ({ mask, paths }) => {
      expect(resolveUpdateMask(mask, table)?.map(({ path }) => path)).toEqual(paths);
    },
  );

  it.each(vectors.spellings as Spelling[])('the mask has one canonical spelling: $mask', ({ paths }) => {
    if (paths.length === 0) return;
    const again = resolveUpdateMask(paths.join(), table);
    expect(again?.map(({ path }) => path)).toEqual(paths);
  });

  it.each(vectors.refused as Refused[])('the mask $mask is refused', ({ mask, descriptions }) => {
    const error = refusal(() => resolveUpdateMask(mask, table));
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', reason: 'INVALID_UPDATE_MASK' });
    expect(error.violations.map(({ field }) => field)).toEqual(error.violations.map(() => 'update_mask'));
    expect(error.violations.map(({ description }) => description)).toEqual(descriptions);
    expect(error.message).toBe(descriptions.join('\n'));
  });

  it.each([undefined, '', '  '])('%j counts as no mask', (mask) => {
    expect(resolveUpdateMask(mask, table)).toBeUndefined();
  });

  it('a path is returned with its rule and its steps', () => {
    const [entry] = resolveUpdateMask('mediation_group_lines[7].cpm_micros', table)!;
    expect(entry).toMatchObject({
      segments: [{ field: 'mediationGroupLines' }, { key: '7' }, { field: 'cpmMicros' }],
      rule: { kind: 'set', absent: 'clear' },
    });
  });

  it('a mask that is too long is refused', () => {
    expect(resolveUpdateMask('name'.padEnd(65_536), table)).toEqual([]);
    expect(refusal(() => resolveUpdateMask('name'.padEnd(65_537), table)).message).toContain('65536');
    expect(refusal(() => resolveUpdateMask(`a${'.a'.repeat(31)}`, table)).message).toContain('not supported');
    expect(refusal(() => resolveUpdateMask(`a${'.a'.repeat(32)}`, table)).message).toContain('32 steps');
    const odd = 'x'.repeat(60_000);
    expect(refusal(() => resolveUpdateMask(odd, table)).message.length).toBeLessThan(1000);
    for (const open of ['a["', 'a.`', "a['", 'a[']) {
      expect(() => resolveUpdateMask(open.padEnd(65_000, 'x\\'), table)).toThrow(StatusError);
    }
  });

  it('a mask may name five members of each of 150 lines', () => {
    const members = ['state', 'cpm_mode', 'cpm_micros', 'display_name', 'ad_unit_mappings["ca-app-pub-1/1"]'];
    const mask = Array.from({ length: 150 }, (_, line) =>
      members.map((member) => `mediation_group_lines["${10 ** 15 + line}"].${member}`).join(),
    ).join();
    expect(resolveUpdateMask(mask, table)).toHaveLength(750);
  });
});

describe('Updates by a mask', () => {
  const told = vectors.updates as readonly {
    why: string;
    body: JsonObject;
    mask: string | null;
    changes?: readonly Change[];
    created?: readonly string[];
    problems?: readonly string[];
  }[];

  it.each(told.filter(({ changes }) => changes))('the update gives the expected resource: $why', (vector) => {
    const { value, created } = update(bodyOf(vector), vector.mask ?? undefined);
    expect(value).toEqual(changed(vector.changes!));
    expect(created.map(({ path }) => path)).toEqual(vector.created ?? []);
  });

  it.each(told.filter(({ problems }) => problems))('the update is refused: $why', (vector) => {
    const error = refusal(() => update(bodyOf(vector), vector.mask ?? undefined));
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', reason: 'INVALID_UPDATE' });
    expect([...new Set(error.violations.map(({ field }) => field))]).toEqual(vector.problems);
  });

  it('an update changes neither the stored resource nor the body', () => {
    const before = structuredClone(stored);
    for (const vector of told) {
      const body = bodyOf(vector);
      const text = JSON.stringify(body);
      try {
        update(body, vector.mask ?? undefined);
      } catch (error) {
        expect(error).toBeInstanceOf(StatusError);
      }
      expect(JSON.stringify(body)).toBe(text);
      expect(stored).toEqual(before);
    }
  });

  it('the refusal of a null line advises to set its state', () => {
    const body = { mediationGroupLines: { '1000000000000007': null } };
    expect(refusal(() => update(body)).message).toContain('Set its state to REMOVED.');
  });

  it('an update does not change prototypes', () => {
    const body = JSON.parse('{"mediationGroupLines":{"-1":{"adUnitMappings":{"__proto__":"x"}}}}');
    const mask = 'mediationGroupLines[-1],mediationGroupLines[-1].adUnitMappings["__proto__"]';
    const { value } = update(body, mask);
    expect(JSON.stringify(value)).toContain('{"adUnitMappings":{"__proto__":"x"}}');
    const removed = update({}, 'mediationGroupLines["1000000000000007"].adUnitMappings["__proto__"]');
    expect(removed.value).toEqual(stored);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  it('an update creates the objects on the path of a value, with any name', () => {
    const settings = maskTable({ 'settings[*].value': { kind: 'set', absent: 'clear' } });
    const paths = resolveUpdateMask('settings["__proto__"].value,settings["toString"].value', settings);
    const body = JSON.parse('{"settings":{"__proto__":{"value":1},"toString":{"value":2}}}');
    const { value } = applyUpdateMask({}, body, paths, settings);
    expect(JSON.stringify(value)).toBe(JSON.stringify(body));
    expect(applyUpdateMask({}, {}, paths, settings).value).toEqual({});
    expect(Object.hasOwn(Object.prototype, 'value')).toBe(false);
  });

  it('a body that is nested too deeply is refused', () => {
    const deep = JSON.parse(`{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`);
    expect(refusal(() => update(deep)).message).toContain('100 levels');
  });
});
