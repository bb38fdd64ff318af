import { expect, it } from 'vitest';
import { changeText, statesText } from './change-text.ts';

it.each([
  ['active', 'revoked', 'active → revoked', 'active → revoked (revoke)'],
  ['active', 'active', 'active', 'revoke'],
  [undefined, 'active', 'new → active', 'new → active (revoke)'],
  ['active', undefined, 'active → unknown', 'revoke'],
  [undefined, undefined, 'unknown', 'revoke'],
])('from %s to %s: “%s”; in a list of events “%s”', (from, to, states, listed) => {
  expect(statesText('credential', from, to)).toBe(states);
  const event = { subject: 'credential', event: 'revoke', ...(from && { from }), ...(to && { to }) } as const;
  expect(changeText(event)).toBe(listed);
});
