import { describe, expect, it } from 'vitest';
import { linesToMap } from './lines-to-map.ts';

const line = (adSourceId: string, adUnitMappings = {}) => ({
  displayName: `Line ${adSourceId}`,
  adSourceId,
  adUnitMappings,
});
const group = (mediationGroupId: string, unit: string, lines: Record<string, ReturnType<typeof line>>) => ({
  mediationGroupId,
  displayName: `Group ${mediationGroupId}`,
  targeting: { adUnitIds: [unit] },
  mediationGroupLines: lines,
});
const rows = [{ unit: { adUnitId: 'unit-a' }, adapter: { adSourceId: 'alpha', sourceTitle: 'Alpha' } }];

describe('Lines that could use new mappings', () => {
  it('are those of the ad source in groups with the ad unit that name no mapping for it', () => {
    const groups = [
      group('1', 'unit-a', { '11': line('alpha'), '12': line('beta') }),
      group('2', 'unit-a', { '21': line('alpha', { 'unit-a': 'mapping-1' }) }),
      group('3', 'unit-b', { '31': line('alpha') }),
    ];
    expect(linesToMap(groups, rows)).toEqual([{ groupId: '1', lineId: '11', text: 'Group 1: Line alpha' }]);
  });
});
