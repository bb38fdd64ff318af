import { expect, it } from 'vitest';
import { requestOf } from './filter.ts';

it('by default the queue lists proofings that wait, by deadline', () => {
  expect(requestOf({})).toEqual({ state: 'pending', orderBy: 'deadlineTime' });
});

it('decided proofings are listed with the newest first', () => {
  expect(requestOf({ state: 'accepted', holderId: 'h-1' })).toEqual({
    state: 'accepted',
    holderId: 'h-1',
    orderBy: 'createTime desc',
  });
});

it('without a filter of states the queue lists all states', () => {
  expect(requestOf({ state: 'any', claim: 'none' })).toEqual({ claim: 'none', orderBy: 'createTime desc' });
});
