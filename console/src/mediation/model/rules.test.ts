import { expect, it } from 'vitest';
import { LEADER_THRESHOLDS } from '../../../../src/mediation/experiment/analysis/variant-leader.ts';
import { LEAST, rulesOf } from './rules.ts';

const arm = (users: string) => ({ users, impressions: '9000' });
const states = (experiment: Parameters<typeof rulesOf>[0]) =>
  rulesOf(experiment, 7).map(({ state }) => state);

it('rules after the one that decides are not shown as unmet', () => {
  const few = { control: arm('1999'), treatment: arm('5000') };
  expect(states({ variantLeader: 'INSUFFICIENT_DATA', analysis: { ...few, problem: 'FEW_USERS' } })).toEqual([
    'met',
    'met',
    'unmet',
    'open',
    'open',
  ]);
});

it('a leader meets all rules', () => {
  const enough = { control: arm('9000'), treatment: arm('9000'), fullDays: 6 };
  expect(states({ variantLeader: 'TREATMENT', analysis: enough })).toEqual(Array(5).fill('met'));
  expect(states({ variantLeader: 'NO_VARIANT_LEADER', analysis: enough }).at(-1)).toBe('unmet');
  const last = (variantLeader: 'TREATMENT' | 'CONTROL') =>
    rulesOf({ variantLeader, analysis: enough }, 7).at(-1);
  expect(last('TREATMENT')).toEqual({ key: 'above', state: 'met' });
  expect(last('CONTROL')).toEqual({ key: 'below', state: 'met' });
});

it('variants that differ little have bounds with zero between them', () => {
  const enough = { control: arm('9000'), treatment: arm('9000'), fullDays: 6, equivalent: true };
  const rules = rulesOf({ variantLeader: 'NO_VARIANT_LEADER', analysis: { ...enough, difference: {} } }, 7);
  expect(rules.at(-1)).toEqual({ key: 'bounds', state: 'unmet' });
});

it('on the first day the days decide, before few impressions and users', () => {
  const few = { control: arm('12'), treatment: arm('9') };
  const rules = rulesOf({ variantLeader: 'TOO_EARLY_TO_CALL', analysis: few }, 7);
  expect(rules.map(({ key, state }) => [key, state])).toEqual([
    ['split', 'met'],
    ['days', 'unmet'],
    ['impressions', 'open'],
    ['users', 'open'],
    ['bounds', 'open'],
  ]);
});

it('later the days are asked after the amounts', () => {
  const enough = { control: arm('9000'), treatment: arm('9000'), fullDays: 2 };
  const rules = rulesOf({ variantLeader: 'TOO_EARLY_TO_CALL', analysis: enough }, 7);
  expect(rules.map(({ key, state }) => [key, state])).toEqual([
    ['split', 'met'],
    ['impressions', 'met'],
    ['users', 'met'],
    ['days', 'unmet'],
    ['bounds', 'open'],
  ]);
});

it('the least amounts are those of the server', () => {
  const { impressions, usersOfSmallerArm } = LEADER_THRESHOLDS;
  expect(LEAST).toEqual({ impressions, users: usersOfSmallerArm });
});

it('the days name the least number that the server is set to', () => {
  const days = rulesOf({ variantLeader: 'TOO_EARLY_TO_CALL', analysis: { fullDays: 2 } }, 14).find(
    ({ key }) => key === 'days',
  );
  expect(days).toEqual({ key: 'days', state: 'unmet', has: 2, needs: 14 });
});
