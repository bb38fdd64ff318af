import { expect, it } from 'vitest';
import { rulesOf } from './rules.ts';

const arm = (users: string) => ({ users, impressions: '9000' });
const states = (experiment: Parameters<typeof rulesOf>[0]) => rulesOf(experiment).map(({ state }) => state);

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
});
