import { describe, expect, it } from 'vitest';
import { cellOf, fits, isSecret, lastPart, moved, needsMapping } from './matrix.ts';

const adapter = {
  adapterId: '111',
  platform: 'ANDROID',
  formats: ['BANNER'],
  adapterConfigMetadata: [{ adapterConfigMetadataId: '1111' }],
};
const plain = { ...adapter, adapterConfigMetadata: [] };
const unit = { adUnitId: 'ca-app-pub-1/2', adFormat: 'BANNER' };

describe('A cell of the mappings', () => {
  it('a cell of the matrix says whether there is a mapping, none, several, or none possible', () => {
    const mapping = { adapterId: '111' };
    const state = (platform: string, ...mappings: { adapterId: string }[]) =>
      cellOf(adapter, unit, platform, mappings, true).state;
    expect(state('ANDROID', mapping, { adapterId: '999' })).toBe('mapped');
    expect(state('ANDROID')).toBe('missing');
    expect(state('ANDROID', mapping, mapping)).toBe('several');
    expect(state('IOS')).toBe('unfit');
    expect(cellOf(adapter, { adFormat: 'NATIVE' }, 'ANDROID', [], true).state).toBe('unfit');
    expect(fits(adapter, { platform: 'ANDROID', format: 'BANNER_INTERSTITIAL' })).toBe(true);
  });

  it('for an adapter whose source no line uses, no mapping is missing, and one that exists is unused', () => {
    expect(cellOf(adapter, unit, 'ANDROID', [], false).state).toBe('unneeded');
    expect(cellOf(adapter, unit, 'ANDROID', [{ adapterId: '111' }], false).state).toBe('unused');
    expect(cellOf(adapter, unit, 'IOS', [], false).state).toBe('unfit');
  });

  it('no mapping is missing for an adapter without settings, whose lines work without one', () => {
    expect(cellOf(plain, unit, 'ANDROID', [], true).state).toBe('unneeded');
    expect(cellOf(plain, unit, 'ANDROID', [{ adapterId: '111' }], true).state).toBe('mapped');
    expect(cellOf(plain, unit, 'IOS', [], true).state).toBe('unfit');
  });

  it.each([
    ['of an adapter with settings', [adapter], true],
    ['if one of two that fit has no settings', [adapter, plain], false],
    ['if the one without settings does not fit', [{ ...plain, platform: 'IOS' }], true],
    ['without adapters, as of the own network', [], false],
  ] as const)('a source needs a mapping %s: %j, %s', (_, adapters, needs) => {
    expect(needsMapping(adapters, { platform: 'ANDROID', format: 'BANNER' })).toBe(needs);
  });

  it('the arrow keys move between cells and stop at the edges', () => {
    expect(moved([0, 0], 'ArrowDown', [2, 3])).toEqual([1, 0]);
    expect(moved([0, 0], 'ArrowUp', [2, 3])).toEqual([0, 0]);
    expect(moved([1, 2], 'ArrowRight', [2, 3])).toEqual([1, 2]);
    expect(moved([1, 1], 'ArrowLeft', [2, 3])).toEqual([1, 0]);
    expect(moved([1, 1], 'Home', [2, 3])).toEqual([1, 0]);
    expect(moved([1, 1], 'End', [2, 3])).toEqual([1, 2]);
    expect(moved([1, 1], 'a', [2, 3])).toBeUndefined();
  });

  it('settings whose label says that they are secret are hidden', () => {
    expect(['SDK Key', 'App Signature', 'Access token'].every(isSecret)).toBe(true);
    expect(['Placement ID', 'App ID'].some(isSecret)).toBe(false);
  });

  it('a cell has the short id of its ad unit', () => {
    expect(lastPart('ca-app-pub-1234567890123456/1111111111')).toBe('1111111111');
    expect(lastPart('ca-app-pub-1234567890123456~2222222222')).toBe('2222222222');
    expect(lastPart('accounts/pub-1/adUnits/333')).toBe('333');
  });
});
