import { expect, it } from 'vitest';
import { MEDIATION_CHECKS } from '../../../../../src/mediation/order-of-checks.ts';
import { checkStates } from './checks.ts';

it.each(MEDIATION_CHECKS.map(({ name }, index) => [name, index] as const))(
  'after the check %s, none is shown as refused or passed',
  (name, index) => {
    const states = checkStates(MEDIATION_CHECKS, name).map(({ state }) => state);
    expect(states.slice(0, index).every((state) => state === 'passed')).toBe(true);
    expect(states[index]).toBe('failed');
    expect(states.slice(index + 1).every((state) => state === 'notReached')).toBe(true);
  },
);

it('without the condition no check is shown', () => {
  expect(checkStates(MEDIATION_CHECKS, undefined)).toEqual([]);
});
