import { expect, it } from 'vitest';
import { CHANGE_WORDS } from '../../../src/admin/contract/explained/changes.ts';
import { linesNamed } from './find-groups.ts';

it('Lines of both variants of an experiment say their variant, by which they are found too', () => {
  const group = {
    displayName: 'Races',
    mediationGroupLines: {
      '1': { displayName: 'ironSource', experimentVariant: 'VARIANT_A' },
      '2': { displayName: 'ironSource', experimentVariant: 'VARIANT_B' },
      '3': { displayName: 'AppLovin', experimentVariant: 'ORIGINAL' },
    },
  } as const;
  const named = (typed: string) => linesNamed([group], typed, CHANGE_WORDS).map(({ line }) => line?.text);
  expect(named('races')).toEqual(['ironSource (variant A)', 'ironSource (variant B)', 'AppLovin']);
  expect(named('ironsource variant')).toEqual(['ironSource (variant A)', 'ironSource (variant B)']);
  expect(named('ironsource variant b')).toEqual(['ironSource (variant B)']);
});
