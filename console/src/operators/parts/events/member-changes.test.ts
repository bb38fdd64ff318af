import { expect, it } from 'vitest';
import { changeText, memberChanges } from './member-changes.ts';

it('the members that changed are shown with what they were, and others are not', () => {
  const before = { role: 'viewer', publishers: ['pub-1'], email: 'ada@example.com' };
  const after = { role: 'approver', publishers: ['pub-1', 'pub-2'], email: 'ada@example.com' };
  expect(memberChanges(before, after)).toEqual([
    ['Role', 'viewer → approver'],
    ['Publishers', 'pub-1 → pub-1, pub-2'],
  ]);
});

it('members of something new have no earlier value, and those that went have no later one', () => {
  expect(memberChanges(undefined, { clientName: 'Ad desk' })).toEqual([['Client name', 'Ad desk']]);
  expect(memberChanges({ role: 'viewer', publishers: [] }, { publishers: [] })).toEqual([
    ['Role', 'viewer → –'],
  ]);
});

it('members with members of their own are left to the JSON', () => {
  expect(memberChanges({ lines: [{ id: 1 }] }, { lines: [] })).toEqual([]);
});

it('a state that has no other is shown alone', () => {
  expect(changeText(undefined, 'pending')).toBe('pending');
  expect(changeText('pending', 'rejected')).toBe('pending → rejected');
});
