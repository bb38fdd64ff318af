import { describe, expect, it } from 'vitest';
import type { AdUnitMapping, MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { batchesOf, exportRows, type MappingRow, missingMappings, readRows, usedBy } from './mapping-rows.ts';
import type { SourceAdapter } from './matrix.ts';

const unit = { name: 'accounts/pub-1/adUnits/1111111111', adUnitId: 'ca-app-pub-1/1111111111' };
const adapter: SourceAdapter = {
  adapterId: '191',
  adSourceId: '9',
  sourceTitle: 'ironSource',
  adapterConfigMetadata: [
    { adapterConfigMetadataId: '1911', adapterConfigMetadataLabel: 'App Key', isRequired: true },
    { adapterConfigMetadataId: '1912', adapterConfigMetadataLabel: 'Instance ID' },
  ],
};
const known = { units: [unit], adapters: [adapter] };
const rows = (text: string) => {
  const read = readRows(text, known);
  if (read.problem !== undefined) throw new Error(read.problem);
  return read.rows;
};

describe('Missing mappings', () => {
  const fitting = { ...adapter, platform: 'ANDROID', formats: ['BANNER'] };
  const banner = { ...unit, displayName: 'Start', adFormat: 'BANNER', appId: 'app' };
  const missing = (own: readonly AdUnitMapping[], format = 'BANNER', isUsed = () => true) =>
    missingMappings(
      [{ ...banner, adFormat: format }],
      [fitting],
      new Map([[unit.adUnitId, own]]),
      () => 'ANDROID',
      isUsed,
    );

  it('missing mappings become CSV rows with all columns to fill in', () => {
    expect(exportRows(missing([]), [fitting])).toContain(
      'ad_unit_id,adapter_id,name,App Key,Instance ID\r\nca-app-pub-1/1111111111,191,ironSource – Start,,\r\n',
    );
  });

  it('an ad unit that has a mapping, or an adapter that does not fit it, has no missing mapping', () => {
    expect(missing([{ adapterId: '191' }])).toEqual([]);
    expect(missing([], 'REWARDED')).toEqual([]);
  });

  it('no mapping is missing if no line of a group with the ad unit has the source', () => {
    const group = (adSourceId: string, ...adUnitIds: string[]) => ({
      targeting: { adUnitIds },
      mediationGroupLines: { '1': { adSourceId } },
    });
    const isUsed = (groups: readonly MediationGroup[]) => usedBy(groups)(banner, adapter);
    expect(isUsed([group('8', unit.adUnitId), group('9', unit.adUnitId)])).toBe(true);
    expect(isUsed([group('8', unit.adUnitId), group('9', 'ca-app-pub-1/2222222222')])).toBe(false);
    expect(missing([], 'BANNER', () => false)).toEqual([]);
  });

  it('no mapping is missing for a line or a group that is disabled', () => {
    const isUsed = (group: 'ENABLED' | 'DISABLED', line: 'ENABLED' | 'DISABLED') =>
      usedBy([
        {
          state: group,
          targeting: { adUnitIds: [unit.adUnitId] },
          mediationGroupLines: { '1': { adSourceId: '9', state: line } },
        },
      ])(banner, adapter);
    expect(isUsed('ENABLED', 'ENABLED')).toBe(true);
    expect(isUsed('DISABLED', 'ENABLED')).toBe(false);
    expect(isUsed('ENABLED', 'DISABLED')).toBe(false);
  });
});

describe('Mappings as CSV', () => {
  it('CSV rows of mappings name settings by label or id, and ad units by long or short id', () => {
    const [one, other] = rows(
      'ad_unit_id,adapter_id,name,app key,1912\nca-app-pub-1/1111111111,191,First,k,42\n1111111111,191,,k2,',
    );
    expect(one).toMatchObject({ displayName: 'First', settings: { 1911: 'k', 1912: '42' }, problems: [] });
    expect(other).toMatchObject({ line: 3, unit, settings: { 1911: 'k2' }, problems: [] });
  });

  it('each problem of a CSV row of mappings has the number of its line', () => {
    const [one, other] = rows('ad_unit_id,adapter_id,colour\n9,191,red\n1111111111,7,');
    expect(one?.problems).toEqual([
      { kind: 'unknownUnit' },
      { kind: 'unknownSetting', setting: 'colour' },
      { kind: 'missingSetting', setting: 'App Key' },
    ]);
    expect(other).toMatchObject({ line: 3, problems: [{ kind: 'unknownAdapter' }] });
    expect(readRows('a,b\n1,2', known)).toEqual({ problem: 'noHeader' });
    expect(readRows('', known)).toEqual({ problem: 'empty' });
  });

  it('mappings from CSV are sent in batches of a hundred', () => {
    const row: MappingRow = {
      line: 1,
      unit,
      adapter,
      displayName: '',
      settings: { 1911: 'k' },
      problems: [],
    };
    const batches = batchesOf(Array.from({ length: 230 }, () => row));
    expect(batches.map(({ length }) => length)).toEqual([100, 100, 30]);
    expect(batches[0]?.[0]).toEqual({
      parent: unit.name,
      adUnitMapping: { adapterId: '191', adUnitConfigurations: { 1911: 'k' } },
    });
  });

  it('exported mappings can be pasted in again, and no cell is a formula in a spreadsheet', () => {
    const mapping = {
      adapterId: '191',
      displayName: '=cmd()',
      adUnitConfigurations: { 1911: '-k', 1912: '42' },
    };
    const text = exportRows([{ unit, mapping }], [adapter]);
    expect(text).toBe(
      `ad_unit_id,adapter_id,name,App Key,Instance ID\r\nca-app-pub-1/1111111111,191,'=cmd(),'-k,42\r\n`,
    );
    expect(rows(text)[0]).toMatchObject({ displayName: '=cmd()', settings: { 1911: '-k', 1912: '42' } });
  });
});
