import { describe, expect, it } from 'vitest';
import { groupToPatch } from './support/group-to-patch.ts';
import {
  adUnit,
  CREATE_EXPERIMENT,
  createGroup,
  createMapping,
  DAY,
  experimentBody,
  liveLine,
  manualLine,
  SDK_KEY,
} from './support/samples.ts';
import { useWorld, type World } from './support/world.ts';

const world = useWorld();

type Query = Readonly<Record<string, string>>;

const lint = (at: World, publisher: string, query: Query = {}) =>
  at.call(publisher, 'accounts.lint', { query });

/** Ids of the rules that are broken. */
async function rulesOf(at: World, publisher: string, query: Query = {}): Promise<readonly string[]> {
  const { counts = [] } = await lint(at, publisher, query);
  return counts.map(({ rule }) => rule ?? '');
}

/** A group with a mapped line and a bidder, which breaks no rule. */
async function cleanGroup(at: World, publisher: string, changes: object = {}) {
  const mapping = await createMapping(at, publisher);
  const mapped = { adUnitMappings: { [adUnit(publisher)]: mapping } };
  const lines = { '-1': { ...manualLine(), ...mapped }, '-2': liveLine() };
  return createGroup(at, publisher, { mediationGroupLines: lines, ...changes });
}

describe('GET …/lint', () => {
  it('finds nothing in a publisher without groups, and in a good group', async () => {
    const publisher = await world().publisher();
    expect(await lint(world(), publisher)).toEqual({});
    await cleanGroup(world(), publisher);
    expect(await lint(world(), publisher, { level: 'ERROR' })).toEqual({});
    expect(await lint(world(), publisher, { level: 'WARNING' })).toEqual({});
  });

  it('names rule, group, line and ad unit, what is wrong and what to do', async () => {
    const publisher = await world().publisher();
    const { group, lineId } = await createGroup(world(), publisher);
    const { findings = [] } = await lint(world(), publisher, { rule: 'mapping-missing' });
    expect(findings).toEqual([
      {
        level: 'ERROR',
        rule: 'mapping-missing',
        text: expect.stringContaining('AppLovin line'),
        action: expect.stringContaining('Create a mapping'),
        help: 'docs/reference/lint-rules.md#mapping-missing',
        mediationGroup: group.name,
        mediationGroupLineId: lineId,
        adUnitId: adUnit(publisher),
      },
    ]);
  });

  it('makes ten checks of a publisher at most, so that those of others get their turn', async () => {
    const [publisher, other] = [await world().publisher(), await world().publisher()];
    const asked = Array.from({ length: 11 }, () => lint(world(), publisher));
    const answers = await Promise.allSettled([...asked, lint(world(), other)]);
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array(10).fill('fulfilled'),
      'rejected',
      'fulfilled',
    ]);
    expect(answers[10]).toMatchObject({ reason: { reason: 'TOO_MANY_REPORTS', code: 'RESOURCE_EXHAUSTED' } });
    expect(await lint(world(), publisher)).toEqual({});
  });

  it('puts errors first, then warnings, then hints', async () => {
    const publisher = await world().publisher();
    await createGroup(world(), publisher, { displayName: 'New group' });
    await createGroup(world(), publisher);
    const { findings = [], counts = [] } = await lint(world(), publisher);
    const levels = (of: readonly { readonly level?: string }[]) => [...new Set(of.map(({ level }) => level))];
    expect(levels(findings)).toEqual(['ERROR', 'WARNING', 'HINT']);
    expect(levels(counts)).toEqual(['ERROR', 'WARNING', 'HINT']);
  });

  it('filters by level, rule and group', async () => {
    const publisher = await world().publisher();
    const one = await createGroup(world(), publisher);
    const other = await createGroup(world(), publisher, { displayName: 'New group' });
    const { findings = [] } = await lint(world(), publisher, { level: 'HINT' });
    expect(new Set(findings.map(({ level }) => level))).toEqual(new Set(['HINT']));
    expect(await rulesOf(world(), publisher, { rule: 'name-default' })).toEqual(['name-default']);
    expect(
      await rulesOf(world(), publisher, { rule: 'name-default', mediationGroupId: one.groupId }),
    ).toEqual([]);
    expect(
      await rulesOf(world(), publisher, { rule: 'name-default', mediationGroupId: other.groupId }),
    ).toEqual(['name-default']);
  });

  it('leaves out what the request ignores, in all groups or in one, and counts it', async () => {
    const publisher = await world().publisher();
    const one = await createGroup(world(), publisher);
    await createGroup(world(), publisher);
    const missing = (ignore: string) => lint(world(), publisher, { rule: 'mapping-missing', ignore });
    expect(await missing('mapping-missing')).toEqual({ ignoredCount: 2 });
    const { findings = [], ignoredCount } = await missing(`cpm-tie,mapping-missing:${one.groupId}`);
    expect([findings.length, ignoredCount]).toEqual([1, 1]);
  });

  it.each([
    ['level', 'SEVERE'],
    ['rule', 'no-such-rule'],
    ['ignore', 'cpm-tie,no-such-rule'],
  ])('refuses the parameter %s with the value %s', async (name, value) => {
    const publisher = await world().publisher();
    const error = await world().refused(publisher, 'accounts.lint', { query: { [name]: value } });
    expect(error.code).toBe('INVALID_ARGUMENT');
    expect(error.message).toContain(name);
  });

  it('compares with the inventory only if the publisher has one', async () => {
    const publisher = await world().publisher();
    await cleanGroup(world(), publisher);
    expect(await rulesOf(world(), publisher, { level: 'ERROR' })).toEqual([]);
    const app = await world().call(publisher, 'accounts.apps.create', {
      body: { platform: 'ANDROID', manualAppInfo: { displayName: 'Game' } },
    });
    await world().call(publisher, 'accounts.adUnits.create', {
      body: { appId: app.appId, displayName: 'Start', adFormat: 'BANNER' },
    });
    expect(await rulesOf(world(), publisher)).toEqual(
      expect.arrayContaining(['unit-missing', 'unit-ungrouped']),
    );
  });

  it('finds mappings that no line uses', async () => {
    const publisher = await world().publisher();
    await cleanGroup(world(), publisher);
    const orphan = await createMapping(world(), publisher, { values: { [SDK_KEY]: 'other' } });
    const { findings = [] } = await lint(world(), publisher, { rule: 'mapping-orphan' });
    expect(findings.map(({ adUnitMapping }) => adUnitMapping)).toEqual([orphan]);
  });

  it('does not look at archived groups', async () => {
    const publisher = await world().publisher();
    const { path } = await createGroup(world(), publisher, { displayName: 'New group' });
    await world().call(publisher, 'accounts.mediationGroups.archive', { path, body: {} });
    expect(await rulesOf(world(), publisher)).toEqual([]);
  });

  it('refuses to lint a publisher that does not exist', async () => {
    const error = await world().refused('pub-0000000000000000', 'accounts.lint');
    expect(error.code).toBe('NOT_FOUND');
  });
});

describe('The age of prices', () => {
  it('is taken from the history if the group was changed since', async () => {
    const { publisher, line, lineId, patch } = await groupToPatch(world());
    const stale = () => lint(world(), publisher, { rule: 'cpm-stale' });
    world().advance(29 * DAY);
    await patch('displayName', { displayName: 'Renamed' });
    expect(await stale()).toEqual({});
    world().advance(2 * DAY);
    const { findings = [] } = await stale();
    expect(findings.map((one) => one.mediationGroupLineId)).toEqual([lineId]);
    expect(findings[0]?.text).toContain('31 days');
    await patch(`${line}.cpmMicros`, { mediationGroupLines: { [lineId]: { cpmMicros: '2600000' } } });
    expect(await stale()).toEqual({});
  });
});

describe('A running experiment', () => {
  it('is reported if a line of it is changed, but not if it is renamed', async () => {
    const { publisher, path, line, lineId, patch } = await groupToPatch(world());
    await world().call(publisher, CREATE_EXPERIMENT, { path, body: experimentBody() });
    world().advance(DAY);
    const changed = () => lint(world(), publisher, { rule: 'experiment-changed' });
    expect(await changed()).toEqual({});
    await patch(`${line}.displayName`, { mediationGroupLines: { [lineId]: { displayName: 'Other' } } });
    expect(await changed()).toEqual({});
    await patch(`${line}.cpmMicros`, { mediationGroupLines: { [lineId]: { cpmMicros: '2600000' } } });
    const { findings = [] } = await changed();
    expect(findings[0]?.mediationAbExperiment).toContain('/mediationAbExperiments/');
  });
});
