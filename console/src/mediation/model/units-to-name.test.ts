import { describe, expect, it } from 'vitest';
import { unitsToName } from './units-to-name.ts';

const line = (displayName: string, adUnitMappings: Readonly<Record<string, string>>) => ({
  displayName,
  adUnitMappings,
});
const many = (start: number) =>
  Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`unit-${start + index}`, 'a mapping']));

describe('A comparison of lines reads the mappings of few ad units', () => {
  it('only of those whose mappings differ', () => {
    const before = line('AppLovin', many(0));
    const after = line('AppLovin', { ...many(0), 'unit-7': 'another mapping' });
    expect(unitsToName([before], [before])).toEqual([]);
    expect(unitsToName([before], [after])).toEqual(['unit-7']);
  });

  it('also of those where two lines have changed their mappings', () => {
    const [one, other] = [{ unit: 'first' }, { unit: 'second' }];
    const before = [line('AppLovin', one), line('Liftoff', other)];
    expect(unitsToName(before, [line('AppLovin', other), line('Liftoff', one)])).toEqual(['unit']);
  });

  it('of 50, if all differ', () => {
    expect(unitsToName([line('AppLovin', many(0))], [line('AppLovin', many(250))])).toHaveLength(50);
  });
});
