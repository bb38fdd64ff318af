import { describe, expect, it } from 'vitest';
import { differing } from './side-by-side.ts';

const appLovin = { state: 'ENABLED', cpm: '$0.42' };

describe('Two things side by side', () => {
  it('two equal values compared side by side show nothing', () => {
    expect(differing({ lines: { appLovin }, units: ['a'] }, { lines: { appLovin }, units: ['a'] })).toEqual(
      [],
    );
  });

  it('a comparison shows each different value with its path', () => {
    const other = { lines: { appLovin: { ...appLovin, cpm: '$0.55' } }, units: ['a', 'b'] };
    expect(differing({ lines: { appLovin }, units: ['a'] }, other)).toEqual([
      { path: ['lines', 'appLovin', 'cpm'], values: ['$0.42', '$0.55'] },
      { path: ['units'], values: [['a'], ['a', 'b']] },
    ]);
  });

  it('a comparison shows a member that only one side has as one value', () => {
    expect(differing({ lines: { appLovin } }, { lines: {} })).toEqual([
      { path: ['lines', 'appLovin'], values: [appLovin, undefined] },
    ]);
  });
});
