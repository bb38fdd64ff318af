import { describe, expect, it } from 'vitest';
import { EVENTS } from '../../../audit/entry.ts';
import { PROOFING_TRANSITIONS } from '../../../issuer/proofing/state-machine.ts';
import { SENTENCES_BY_STATE } from './event-words.ts';
import { EVENT_KINDS, isOfKind, kindsWith, outcomeOf } from './kinds.ts';

describe('The kinds of events', () => {
  it('every one can be found by words', () => {
    const all = Object.entries<readonly string[]>(EVENTS).flatMap(([subject, events]) =>
      events.map((event) => ({ subject, event })),
    );
    expect(EVENT_KINDS.map(({ subject, event }) => ({ subject, event }))).toEqual(all);
  });

  it.each([
    ['rejected', ['proofing.reject', 'proofing.create']],
    ['sent a proofing', ['proofing.create', 'proofing.notifyAgain']],
    ['sent a proofing, which was rejected', ['proofing.create']],
    ['revoked a credential', ['credential.revoke']],
    ['retired', ['key.retire', 'key.startRotation', 'key.finishRotation', 'key.discard', 'key.compromise']],
    ['no such thing', []],
  ])('%s: %j', (words, kinds) => {
    expect(kindsWith(words).map(({ subject, event }) => `${subject}.${event}`)).toEqual(kinds);
  });
});

it('a compromise is of the kind “retired” only if it retired the key', () => {
  const one = { subject: 'key', event: 'compromise', to: 'retired' } as const;
  const isOne = (from: string) => kindsWith('retired').some((kind) => isOfKind(kind, { ...one, from }));
  expect([isOne('active'), isOne('retired')]).toEqual([true, false]);
});

it('a change of a mediation group is of the kind “archived” only by that method', () => {
  const one = { subject: 'mediationGroup', event: 'update' } as const;
  const isOne = (verb: string) =>
    kindsWith('archived a mediation group').some((kind) =>
      isOfKind(kind, { ...one, method: `admob.accounts.mediationGroups.${verb}` }),
    );
  expect([isOne('archive'), isOne('patch')]).toEqual([true, false]);
});

/** States that a proofing may be sent in. */
const FIRST = ['pending', 'accepted', 'rejected'];

/** The changes of a proofing: the events and the states that they lead to. */
const CHANGES = [
  ...FIRST.map((state) => ['create', state] as const),
  ...Object.entries(PROOFING_TRANSITIONS).flatMap(([from, events]) =>
    Object.entries(events).filter(([, to]) => to !== from),
  ),
];

describe('A decision', () => {
  const decided = [...Map.groupBy(CHANGES, ([, to]) => to)].filter(
    ([state, all]) => state !== 'pending' && new Set(all.map(([event]) => event)).size > 1,
  );

  it.each(decided)('%s by several events is found by one of them', (state, all) => {
    expect(all.map(([event]) => event)).toContain(outcomeOf('proofing', state));
  });

  it.each(decided.flatMap(([state, all]) => all.filter(([event]) => event !== outcomeOf('proofing', state))))(
    'the sentence of %s says that the proofing is %s',
    (event, state) => {
      const words = SENTENCES_BY_STATE.proofing?.[event as 'create']?.[state];
      expect(words).toContain(state);
    },
  );
});
