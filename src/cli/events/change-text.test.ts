import { expect, it } from 'vitest';
import { changeText, statesText } from './change-text.ts';
import { EVENT_CELLS } from './event-cells.ts';

it.each([
  ['active', 'revoked', 'active → revoked', 'active → revoked (revoke)'],
  ['active', 'active', 'active', 'revoked a credential (revoke)'],
  [undefined, 'active', 'new → active', 'new → active (revoke)'],
  ['active', undefined, 'active → unknown', 'revoked a credential (revoke)'],
  [undefined, undefined, 'unknown', 'revoked a credential (revoke)'],
])('from %s to %s: “%s”; in a list of events “%s”', (from, to, states, listed) => {
  expect(statesText('credential', from, to)).toBe(states);
  const event = { subject: 'credential', event: 'revoke', ...(from && { from }), ...(to && { to }) } as const;
  expect(changeText(event)).toBe(listed);
});

it.each([
  [{ actor: 'operator', operatorId: 'operator' }, 'someone with the admin token (operator)'],
  [{ actor: 'operator', operatorId: 'user-1', operatorName: 'ada@example.com' }, 'ada@example.com (user-1)'],
  [{ actor: 'operator', operatorId: 'user-1' }, 'user-1'],
  [{ actor: 'client', callerId: 'client-1' }, 'client-1'],
  [{ actor: 'deadline' }, 'a passed deadline (deadline)'],
] as const)('the author %o is listed as “%s”', (author, listed) => {
  const event = { id: '1', time: '', subject: 'credential', subjectId: 'c-1', event: 'revoke' } as const;
  expect(EVENT_CELLS.operatorId({ ...event, ...author })).toBe(listed);
});
