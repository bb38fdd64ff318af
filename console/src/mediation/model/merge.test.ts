import { describe, expect, it } from 'vitest';
import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { type Draft, draftOf } from './draft.ts';
import { changesOf, changesPriceOf, draftWith, fieldsOf, fieldsOfDraft, patchOf } from './fields.ts';
import { addedBy, merged, mergeRows } from './merge.ts';

const UNIT = 'ca-app-pub-1234567890123456/1111111111';
const line = (id: string, more: object = {}) => ({
  id,
  displayName: `Line ${id}`,
  adSourceId: '7',
  cpmMode: 'MANUAL' as const,
  cpmMicros: '2500000',
  state: 'ENABLED' as const,
  ...more,
});
const group = (...lines: ReturnType<typeof line>[]): MediationGroup => ({
  targeting: { adUnitIds: [UNIT] },
  mediationGroupLines: Object.fromEntries(lines.map((one) => [one.id, one])),
});
const edit = (draft: Draft, key: string, change: object): Draft => ({
  ...draft,
  lines: draft.lines.map((one) => (one.key === key ? { ...one, ...change } : one)),
});

describe('The patch of a draft', () => {
  const base = group(line('1'), line('2', { adUnitMappings: { [UNIT]: 'old' } }));

  it('a draft that changes nothing gives an empty patch, in whatever form the price is typed', () => {
    expect(changesOf(base, edit(draftOf(base), '1', { cpm: '2,5' })).updateMask).toEqual([]);
  });

  it('the update mask names exactly what the draft changed', () => {
    const draft = edit(edit(draftOf(base), '1', { cpm: '3' }), '2', { adUnitMappings: { [UNIT]: 'new' } });
    expect(changesOf(base, draft)).toEqual({
      updateMask: [
        'mediationGroupLines["1"].cpmMicros',
        `mediationGroupLines["2"].adUnitMappings["${UNIT}"]`,
      ],
      body: {
        mediationGroupLines: { 1: { cpmMicros: '3000000' }, 2: { adUnitMappings: { [UNIT]: 'new' } } },
      },
    });
  });

  it('a removed mapping, and the price of a line that becomes live, are in the mask without a value in the body', () => {
    const draft = edit(edit(draftOf(base), '1', { cpmMode: 'LIVE' }), '2', { adUnitMappings: {} });
    expect(changesOf(base, draft)).toEqual({
      updateMask: ['mediationGroupLines["1"].cpmMode', `mediationGroupLines["2"].adUnitMappings["${UNIT}"]`],
      body: { mediationGroupLines: { 1: { cpmMode: 'LIVE' }, 2: {} } },
    });
  });

  it('the patch removes a line by its state alone, and adds lines with negative keys', () => {
    const draft = edit(draftOf(base), '1', { state: 'REMOVED', cpm: '9' });
    const added = { ...draftOf(base).lines[0]!, key: '-1', displayName: 'More' };
    const { updateMask, body } = changesOf(base, { ...draft, lines: [...draft.lines, added] });
    expect(updateMask).toEqual(['mediationGroupLines["1"].state', 'mediationGroupLines["-1"]']);
    expect(body.mediationGroupLines?.['-1']).toMatchObject({ displayName: 'More', cpmMicros: '2500000' });
  });
});

describe('A change of the group itself', () => {
  const base = group(line('1'));

  it('regions and priority have their own masks, and an emptied one is cleared by its mask alone', () => {
    const draft = { ...draftOf(base), targeted: 'de at', priority: '7' };
    expect(changesOf(base, draft)).toEqual({
      updateMask: ['targeting.targetedRegionCodes', 'priority'],
      body: { targeting: { targetedRegionCodes: ['DE', 'AT'] }, priority: 7 },
    });
    const before = { ...base, priority: 7 };
    expect(changesOf(before, { ...draftOf(before), priority: '' })).toEqual({
      updateMask: ['priority'],
      body: {},
    });
  });

  it('a price of a line of the group is a change that an experiment does not survive', () => {
    expect(changesPriceOf(base, edit(draftOf(base), '1', { cpm: '9' }))).toBe(true);
    expect(changesPriceOf(base, edit(draftOf(base), '1', { state: 'DISABLED' }))).toBe(false);
    expect(changesPriceOf(base, { ...draftOf(base), targeted: 'DE' })).toBe(false);
  });
});

describe('A change by two people at once', () => {
  const base = group(line('1'), line('2'), line('3'));

  it('a merge keeps what only one of two people changed, and asks where both changed the same value', () => {
    const theirs = group(line('1', { cpmMicros: '4000000' }), line('2', { state: 'DISABLED' }), line('3'));
    const mine = edit(edit(draftOf(base), '1', { cpm: '5' }), '3', { displayName: 'Mine' });
    const rows = mergeRows(fieldsOf(base), fieldsOf(theirs), fieldsOfDraft(mine));
    expect(rows.map(({ path, changedBy }) => [path, changedBy])).toEqual([
      ['mediationGroupLines["1"].cpmMicros', 'both'],
      ['mediationGroupLines["2"].state', 'theirs'],
      ['mediationGroupLines["3"].displayName', 'mine'],
    ]);
    expect(merged(fieldsOf(theirs), rows, {})).toBeUndefined();
    const chosen = { 'mediationGroupLines["1"].cpmMicros': 'mine' } as const;
    const wanted = merged(fieldsOf(theirs), rows, chosen)!;
    expect(patchOf(fieldsOf(theirs), wanted).body).toEqual({
      mediationGroupLines: { 1: { cpmMicros: '5000000' }, 3: { displayName: 'Mine' } },
    });
    expect(draftWith(theirs, wanted, []).lines.map(({ cpm, state }) => [cpm, state])).toEqual([
      ['5.00', 'ENABLED'],
      ['2.50', 'DISABLED'],
      ['2.50', 'ENABLED'],
    ]);
  });

  it('a merge drops a line that the other person removed, and keeps one that the other person added', () => {
    const theirs = group(line('2'), line('3'), line('4'));
    const rows = mergeRows(
      fieldsOf(base),
      fieldsOf(theirs),
      fieldsOfDraft(edit(draftOf(base), '1', { cpm: '5' })),
    );
    expect(new Set(rows.map(({ isGone }) => isGone))).toEqual(new Set([true]));
    const wanted = merged(fieldsOf(theirs), rows, { 'mediationGroupLines["1"].cpmMicros': 'mine' })!;
    expect(patchOf(fieldsOf(theirs), wanted).updateMask).toEqual([]);
    expect(addedBy(fieldsOf(theirs), fieldsOf(base))).toEqual(['4']);
  });

  it('a merge asks nothing where both people made the same change', () => {
    const theirs = group(line('1', { cpmMicros: '5000000' }), line('2'), line('3'));
    const rows = mergeRows(
      fieldsOf(base),
      fieldsOf(theirs),
      fieldsOfDraft(edit(draftOf(base), '1', { cpm: '5.0' })),
    );
    expect(rows.map(({ changedBy }) => changedBy)).toEqual(['same']);
    expect(patchOf(fieldsOf(theirs), merged(fieldsOf(theirs), rows, {})!).updateMask).toEqual([]);
  });
});
