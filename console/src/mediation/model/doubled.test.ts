import { expect, it } from 'vitest';
import { doubled } from './doubled.ts';
import type { DraftLine } from './draft.ts';

const line = (
  adSourceId: string,
  cpmMode: 'LIVE' | 'MANUAL',
  state: DraftLine['state'] = 'ENABLED',
): DraftLine => ({
  key: `${adSourceId}${cpmMode}`,
  displayName: '',
  adSourceId,
  cpmMode,
  cpm: '1',
  state,
  adUnitMappings: {},
  isTreatment: false,
});
const title = (id: string) =>
  ({ 1: 'AppLovin', 2: 'AppLovin (bidding)', 3: 'InMobi (SDK) (bidding)', 4: 'InMobi' })[id] ?? id;

it('the warning names a network that has both an enabled bidding line and an enabled line with a price', () => {
  expect(doubled([line('1', 'MANUAL'), line('2', 'LIVE')], title)).toEqual(['AppLovin']);
  expect(doubled([line('3', 'LIVE'), line('4', 'MANUAL', 'DISABLED')], title)).toEqual([]);
  expect(doubled([line('1', 'MANUAL'), line('3', 'LIVE')], title)).toEqual([]);
});
