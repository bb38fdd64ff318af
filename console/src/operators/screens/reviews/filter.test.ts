import { expect, it } from 'vitest';
import { requestOf } from './filter.ts';

it('lists what waits, by deadline, unless the address says otherwise', () => {
  expect(requestOf({})).toEqual({ state: 'pending', orderBy: 'deadlineTime' });
});

it('lists decided ones by age, the newest first', () => {
  expect(requestOf({ state: 'accepted', holderId: 'h-1' })).toEqual({
    state: 'accepted',
    holderId: 'h-1',
    orderBy: 'createTime desc',
  });
});

it('lists all states without a filter of states', () => {
  expect(requestOf({ state: 'any', claim: 'none' })).toEqual({ claim: 'none', orderBy: 'createTime desc' });
});
