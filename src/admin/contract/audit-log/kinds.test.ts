import { describe, expect, it } from 'vitest';
import { EVENTS } from '../../../audit/entry.ts';
import { EVENT_KINDS, kindsWith } from './kinds.ts';

describe('The kinds of events', () => {
  it('every one can be found by words', () => {
    const all = Object.entries<readonly string[]>(EVENTS).flatMap(([subject, events]) =>
      events.map((event) => ({ subject, event })),
    );
    expect(EVENT_KINDS.map(({ subject, event }) => ({ subject, event }))).toEqual(all);
  });

  it.each([
    ['rejected', ['proofing.reject']],
    ['revoked a credential', ['credential.revoke']],
    ['no such thing', []],
  ])('%s: %j', (words, kinds) => {
    expect(kindsWith(words).map(({ subject, event }) => `${subject}.${event}`)).toEqual(kinds);
  });
});
