import { describe, expect, it } from 'vitest';
import { VECTORS } from '../../test/resolve/support/vectors.ts';
import { explain, type ResolveRequest, type Snapshot } from './index.ts';

const snapshot = VECTORS.resolutions.snapshot as Snapshot;

const told = (unit: string, request: Omit<ResolveRequest, 'adUnitId'> = {}) =>
  explain(snapshot, { adUnitId: `ca-app-pub-1234567890123456/000000000${unit}`, ...request }).steps.map(
    ({ about, id, text }) => `${about} ${id} ${text}`,
  );

describe('An explanation tells step by step', () => {
  it('why a group matches, and why it is behind another one', () => {
    expect(told('1', { country: 'DE', idfa: 'AVAILABLE', platform: 'IOS' })).toEqual([
      'AD_UNIT ca-app-pub-1234567890123456/0000000001 is in enabled groups: 6',
      'GROUP 0000000001 matches, but group 0000000004 is more specific: targeted regions go before excluded regions, and these before none',
      'GROUP 0000000002 matches, but group 0000000004 is more specific: targeted regions go before excluded regions, and these before none',
      'GROUP 0000000003 matches, but group 0000000004 is more specific: it asks for the IDFA, or for none',
      'GROUP 0000000004 matches, and is the first in order that does',
      'GROUP 0000000005 is for IDFA NOT_AVAILABLE, not for AVAILABLE',
      'GROUP 0000000006 is for CH, not for DE',
      'LINE 0000000000000004 is tried as number 1, at 10000 micros, the own network last among equals',
    ]);
  });

  it('that something of the request is not known', () => {
    expect(told('1').slice(2, 5)).toEqual([
      'GROUP 0000000002 matches, and is the first in order that does',
      'GROUP 0000000003 is for DE, AT, and the country is not known',
      'GROUP 0000000004 is for DE, and the country is not known',
    ]);
    expect(told('1', { country: 'DE' })[4]).toBe(
      'GROUP 0000000004 is for IDFA AVAILABLE, and whether there is one is not known',
    );
    expect(told('1', { country: 'FR' })[2]).toBe('GROUP 0000000002 excludes FR');
  });

  it('that a priority or the age decides', () => {
    expect(told('2', { country: 'DE' }).slice(1, 6)).toEqual([
      'GROUP 0000000011 matches, but group 0000000014 has the smaller priority',
      'GROUP 0000000012 matches, but group 0000000014 has the smaller priority',
      'GROUP 0000000013 matches, but group 0000000014 is more specific: targeted regions go before excluded regions, and these before none',
      'GROUP 0000000014 matches, and is the first in order that does',
      'GROUP 0000000015 matches, but group 0000000014 is older, and nothing else differs',
    ]);
  });

  it('which slot gets which variant', () => {
    expect(told('7', { unit: 'edge-2960' }).slice(2)).toEqual([
      'EXPERIMENT 3387844906 the unit is in slot 99; the slots below 100 get variant B',
      'LINE 0000000000000033 is tried as number 1, at 20000 micros',
      'LINE 0000000000000032 is tried as number 2, at 10000 micros',
    ]);
    expect(told('7')[2]).toBe(
      'EXPERIMENT 3387844906 the request has no unit, so it gets the lines of variant A and does not take part',
    );
  });

  it('which lines bid, and when the own network serves alone', () => {
    expect(told('6')[2]).toBe('LINE 0000000000000021 bids together with the others, at 10000 micros');
    expect(told('9')).toEqual([
      'AD_UNIT ca-app-pub-1234567890123456/0000000009 is in no enabled group',
      'LINE 5450213213286189855 there is no other line, so the own network serves alone',
    ]);
    expect(told('1', { platform: 'ANDROID' })[1]).toBe('GROUP 0000000001 is for IOS');
  });
});
