import { describe, expect, it } from 'vitest';
import type { MediationGroup } from '../mediation/contract/index.ts';
import { groupChanges } from './group-changes.ts';

const GROUP: MediationGroup = {
  targeting: { platform: 'ANDROID', format: 'BANNER', adUnitIds: ['ca-app-pub-1/1'] },
  mediationGroupLines: {
    '11': { id: '11', displayName: 'AppLovin', adSourceId: '1', cpmMode: 'MANUAL', cpmMicros: '420000' },
    '12': { id: '12', displayName: 'InMobi', adSourceId: '2', cpmMode: 'LIVE' },
  },
};
const { '11': appLovin, '12': inMobi } = GROUP.mediationGroupLines ?? {};

describe('The differences between two versions of a group', () => {
  it('two equal versions of a group have no difference', () => {
    expect(groupChanges(GROUP, { ...GROUP, etag: '"2"' })).toEqual([]);
  });

  it('a changed price is shown before and after', () => {
    const after = {
      ...GROUP,
      mediationGroupLines: { '11': { ...appLovin, cpmMicros: '200000' }, '12': inMobi ?? {} },
    };
    expect(groupChanges(GROUP, after)).toEqual([
      { kind: 'changed', path: 'mediationGroupLines["11"].cpmMicros', before: '420000', after: '200000' },
    ]);
  });

  it('a removed line and an added line are one difference each, without their single values', () => {
    const added = { id: '13', displayName: 'ironSource', cpmMode: 'MANUAL', cpmMicros: '10000' } as const;
    const after = { ...GROUP, mediationGroupLines: { '11': appLovin ?? {}, '13': added } };
    expect(groupChanges(GROUP, after)).toEqual([
      { kind: 'removed', line: expect.objectContaining({ id: '12', displayName: 'InMobi' }) },
      { kind: 'added', line: expect.objectContaining({ id: '13', cpmMicros: '10000' }) },
    ]);
  });

  it('name, state, priority and regions are shown before and after', () => {
    const targeting = { ...GROUP.targeting, targetedRegionCodes: ['DE', 'AT'] };
    const after: MediationGroup = { ...GROUP, displayName: 'New', state: 'DISABLED', priority: 3, targeting };
    expect(groupChanges({ ...GROUP, displayName: 'Old', state: 'ENABLED' }, after)).toEqual([
      { kind: 'changed', path: 'displayName', before: 'Old', after: 'New' },
      { kind: 'changed', path: 'state', before: 'ENABLED', after: 'DISABLED' },
      { kind: 'changed', path: 'targeting.targetedRegionCodes', before: '', after: 'DE,AT' },
      { kind: 'changed', path: 'priority', before: '', after: '3' },
    ]);
  });

  it('changed ad units are shown before and after', () => {
    const after = { ...GROUP, targeting: { ...GROUP.targeting, adUnitIds: [] } };
    expect(groupChanges(GROUP, after)).toEqual([
      { kind: 'changed', path: 'targeting.adUnitIds', before: 'ca-app-pub-1/1', after: '' },
    ]);
  });
});
