import { describe, expect, it } from 'vitest';
import { lines as words } from '../../messages/mediation/lines.ts';
import { forDifference } from './group-for-diff.ts';
import type { Labels } from './labels.ts';

const labels = {
  source: () => 'AdMob Network',
  unit: (id: string) => id,
  mapping: (name: string) => ({ 'units/1/adUnitMappings/42': 'Second floor' })[name],
  lineOfSameName: words.sameName,
  inVariantB: words.inVariantB,
} as unknown as Labels;
const line = (id: string, cpmMicros: string) =>
  ({ id, displayName: 'AdMob Network', cpmMode: 'MANUAL', cpmMicros }) as const;

describe('A group as people compare it', () => {
  it('the lines of variant A are compared with the lines of a group without an experiment', () => {
    const ofA = { ...line('1', '10000'), experimentVariant: 'VARIANT_A' } as const;
    const { lines } = forDifference({ mediationGroupLines: { '1': ofA } }, labels, false);
    expect(lines['AdMob Network']).not.toHaveProperty('variant');
  });

  it('the lines of variant B are named as such', () => {
    const ofA = { ...line('1', '10000'), experimentVariant: 'VARIANT_A' } as const;
    const ofB = { ...line('2', '20000'), experimentVariant: 'VARIANT_B' } as const;
    const { lines } = forDifference({ mediationGroupLines: { '1': ofA, '2': ofB } }, labels, false);
    expect(Object.keys(lines)).toEqual(['AdMob Network', 'AdMob Network (variant B)']);
  });

  it('mappings have their names', () => {
    const mapped = { ...line('1', '10000'), adUnitMappings: { 1: 'units/1/adUnitMappings/42' } };
    const { lines } = forDifference({ mediationGroupLines: { '1': mapped } }, labels, false);
    expect(lines).toMatchObject({ 'AdMob Network': { mappings: { 1: 'Second floor' } } });
  });

  it('lines of the same name are compared with each other', () => {
    const group = { mediationGroupLines: { '1': line('1', '10000'), '2': line('2', '20000') } };
    expect(forDifference(group, labels, false)).toMatchObject({
      lines: { 'AdMob Network': { cpm: '$0.01' }, 'AdMob Network (line 2 with this name)': { cpm: '$0.02' } },
    });
  });
});
