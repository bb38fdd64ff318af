import { describe, expect, it } from 'vitest';
import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { suspiciousPrices } from './price-changes.ts';

const group = (cpmMicros: string, displayName = 'a'): MediationGroup => ({
  mediationGroupLines: { 1: { id: '1', displayName, cpmMode: 'MANUAL', cpmMicros } },
});

describe('A price is suspicious', () => {
  it.each([
    ['11200000', '55000000', [4.9]],
    ['1000000', '3000001', [3]],
    ['1000000', '3000000', []],
    ['3000000', '1000000', []],
    ['3000000', '900000', [0.3]],
  ])('from %s to %s: %j times', (before, after, times) => {
    const found = suspiciousPrices(group(before), group(after));
    expect(found.map(({ ratio }) => Math.round(ratio * 10) / 10)).toEqual(times);
  });

  it('neither a new name nor a price without one before', () => {
    expect(suspiciousPrices(group('1000000'), group('1000000', 'b'))).toEqual([]);
    expect(
      suspiciousPrices({ mediationGroupLines: { 1: { id: '1', cpmMode: 'LIVE' } } }, group('9000000')),
    ).toEqual([]);
  });
});
