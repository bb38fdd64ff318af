import { describe, expect, it } from 'vitest';
import type { DraftLine } from './draft.ts';
import { sentLine } from './draft.ts';
import { changesOf, isEmpty } from './fields.ts';
import { askedOfLint, mappingsToMake, withMade, withMappingsToMake } from './mappings-to-make.ts';
import { newMapping, shownMapping } from './new-mapping.ts';

const [UNIT, OTHER] = ['ca-app-pub-1/1', 'ca-app-pub-1/2'];
const MAPPING = { displayName: 'Meta – Banner', adapterId: '33', adUnitConfigurations: { 7: 'a/b' } };
const NEW = newMapping(MAPPING);

const line = (key: string, adUnitMappings: Readonly<Record<string, string>>): DraftLine => ({
  key,
  displayName: 'Meta',
  adSourceId: '9',
  cpmMode: 'LIVE',
  cpm: '',
  state: 'ENABLED',
  adUnitMappings,
  isTreatment: false,
});

const stored = (adUnitMappings: Readonly<Record<string, string>>) => ({
  displayName: 'Meta',
  adSourceId: '9',
  cpmMode: 'LIVE' as const,
  state: 'ENABLED' as const,
  adUnitMappings,
});

describe('A mapping that is made when its group is saved', () => {
  it('is known by its name, and a request names only what exists', () => {
    expect(shownMapping(NEW)).toBe('Meta – Banner');
    expect(shownMapping('accounts/pub-1/adUnits/1/adUnitMappings/42')).toBe('42');
    expect(sentLine(line('-1', { [UNIT]: NEW, [OTHER]: 'old' })).adUnitMappings).toEqual({ [OTHER]: 'old' });
  });

  it('is something to save for a line that exists, and is sent by its name once it is made', () => {
    const base = { targeting: { adUnitIds: [UNIT] }, mediationGroupLines: { 1: stored({}) } };
    const draft = (mapping: string) => ({
      adUnitIds: [UNIT],
      targeted: '',
      excluded: '',
      idfa: '' as const,
      priority: '',
      lines: [line('1', { [UNIT]: mapping })],
    });
    const before = changesOf(base, draft(NEW));
    expect(isEmpty(before)).toBe(false);
    expect(JSON.stringify(before.body)).not.toContain('new:');
    const [made] = withMade(draft(NEW).lines, () => 'name');
    expect(changesOf(base, { ...draft(NEW), lines: [made as DraftLine] }).body).toEqual({
      mediationGroupLines: { 1: { adUnitMappings: { [UNIT]: 'name' } } },
    });
  });

  it('is not made for a line that is removed, nor for an ad unit that the group does not have', () => {
    const removed = { ...line('1', { [UNIT]: NEW }), state: 'REMOVED' as const };
    expect(mappingsToMake([removed, line('-1', { [UNIT]: NEW, [OTHER]: NEW })], [UNIT])).toEqual([
      { adUnitId: UNIT, name: NEW, mapping: MAPPING },
    ]);
  });

  it('is in the preview of its line, also if the server gave the line an id', () => {
    const lines = [line('1', { [UNIT]: 'old' }), line('-1', { [UNIT]: NEW })];
    const group = { mediationGroupLines: { 1: stored({ [UNIT]: 'old' }), 77: stored({}) } };
    const shown = withMappingsToMake(group, lines);
    expect(shown.mediationGroupLines?.[1]?.adUnitMappings).toEqual({ [UNIT]: 'old' });
    expect(shown.mediationGroupLines?.[77]?.adUnitMappings).toEqual({ [UNIT]: NEW });
    const asked = askedOfLint(shown);
    expect(asked.mappings).toEqual([{ adUnitId: UNIT, mapping: { ...MAPPING, name: 'new-1' } }]);
    expect(asked.group.mediationGroupLines?.[77]?.adUnitMappings).toEqual({ [UNIT]: 'new-1' });
  });
});
