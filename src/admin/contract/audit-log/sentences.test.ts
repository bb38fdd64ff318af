import { describe, expect, it } from 'vitest';
import { ALL_EVENTS, entry, KNOWN_NAMES } from '../../../../test/support/events.ts';
import { EVENTS, type Subject } from '../../../audit/entry.ts';
import { METHODS, type MethodName, methodId } from '../../../mediation/contract/index.ts';
import { DECISION_WORDS } from '../explained/decisions.ts';
import { NOUNS, SENTENCES, SENTENCES_BY_METHOD } from './event-words.ts';
import type { EventView } from './methods.ts';
import { eventLabel, sentenceOf, sentenceText, shortId } from './sentences.ts';

describe('Every event of the audit log', () => {
  it.each(ALL_EVENTS)(
    '%s %s is a sentence, also if its entry has nothing but what every entry has',
    (subject, event) => {
      const text = sentenceText(entry({ subject, event, subjectId: '7f3a' }));
      expect(text).toMatch(/^[A-Z][^{}[\]]+[a-z0-9)]$/);
      expect(text).not.toMatch(/[{}[\]]|undefined|:$|\s\s/);
      // Events of a newer server end so.
      expect(text).not.toMatch(/ by Grace$/);
    },
  );

  it.each(ALL_EVENTS)(
    '%s %s has an id that begins with the word for the thing without that word',
    (subject, event) => {
      const id = `${NOUNS[subject]}-Ab3dE9xQ0zAb3dE9`;
      const text = sentenceText(entry({ subject, event, subjectId: id }));
      expect(text).not.toMatch(new RegExp(`\\b${NOUNS[subject]} ${NOUNS[subject]}-`, 'i'));
    },
  );

  const ABOUT_IT = ALL_EVENTS.filter(([subject, event]) =>
    (SENTENCES[subject] as Readonly<Record<string, string>>)[event]?.includes('{it}'),
  );

  it.each(ABOUT_IT)('%s %s has the last part of a resource name', (subject, event) => {
    const text = sentenceText(entry({ subject, event, subjectId: 'accounts/pub-1/things/123' }), {
      id: shortId,
    });
    expect(text).not.toContain('accounts/');
  });

  it.each(ABOUT_IT)('%s %s has the name of the thing where its entry has it, as a link', (subject, event) => {
    const details = { after: { displayName: 'Main menu' } };
    const email = subject === 'user' && { subjectName: 'Main menu' };
    const parts = sentenceOf(entry({ subject, event, subjectId: 'x-1', details, ...email }));
    expect(parts).toContainEqual({ text: 'Main menu', about: { subject, id: 'x-1' } });
  });

  it('has one colon if it has a reason, whatever the event and the reason', () => {
    const { reasons, challenges, causes, revocations, others } = DECISION_WORDS;
    const words = [reasons, challenges, causes, revocations, others].flatMap((table) => Object.values(table));
    const details = {
      before: { name: 'x', role: 'viewer' },
      after: { name: 'x', role: 'approver', hits: 1 },
    };
    for (const [subject, event] of ALL_EVENTS)
      for (const reason of words) {
        const about = {
          subject,
          event,
          subjectId: '7f3a',
          concerns: ['rotateKey'],
          details,
          holderId: 'h-1',
        };
        const text = sentenceText(entry({ ...about, reason: 'code' }), {
          ...KNOWN_NAMES,
          reason: () => reason,
        });
        expect(text.split(':').length).toBeLessThanOrEqual(2);
      }
  });

  it.each(ALL_EVENTS)('%s %s is a choice of a filter, in words', (subject, event) => {
    expect(eventLabel(subject, event)).toMatch(/^[A-Za-z][^{}[\]:]+$/);
  });

  it('a label has the noun in place of a name', () => {
    expect(eventLabel('grant', 'create')).toBe('allowed a client to act for them');
    expect(eventLabel('grant', 'revoke')).toBe('ended the access of a client');
  });

  it('the table has the subjects and events of the audit log and no others', () => {
    const names = (table: object) =>
      Object.entries(table).map(([subject, events]) => [
        subject,
        (Array.isArray(events) ? events : Object.keys(events as object)).toSorted(),
      ]);
    expect(names(SENTENCES)).toEqual(names(EVENTS));
    expect(Object.keys(NOUNS)).toEqual(Object.keys(EVENTS));
  });

  it('no two events of one subject are the same choice', () => {
    for (const subject of Object.keys(EVENTS) as Subject[]) {
      const labels = EVENTS[subject].map((event) => eventLabel(subject, event));
      expect(new Set(labels).size).toBe(labels.length);
    }
  });
});

/** What a method that changes settings of publishers records: the last collection of its id, created or changed. */
function recordedBy(name: MethodName): Partial<EventView> | undefined {
  const [verb = '', collection = ''] = name.split('.').toReversed();
  const subject = collection.replace(/s$/, '');
  if (METHODS[name].kind !== 'write' || !Object.hasOwn(EVENTS, subject)) return undefined;
  const event = /create$/i.test(verb) ? 'create' : 'update';
  return { subject, event, method: methodId(name), subjectId: 'x-1' } as Partial<EventView>;
}

describe('The sentence of a change of a publisher’s settings', () => {
  const recorded = (Object.keys(METHODS) as MethodName[]).flatMap((name) => recordedBy(name) ?? []);

  it('is another one for each method that changes something', () => {
    expect(recorded.length).toBeGreaterThan(10);
    const sentences = recorded.map((one) => sentenceText(entry(one)));
    expect(sentences.toSorted()).toEqual([...new Set(sentences)].toSorted());
  });

  it.each([
    ['patch', 'changed'],
    ['archive', 'archived'],
    ['unarchive', 'unarchived'],
    ['rollback', 'rolled back'],
  ])('says of the method %s of groups: %s', (verb, did) => {
    const one = recorded.find(({ method }) => method?.endsWith(`.mediationGroups.${verb}`));
    const details = { after: { displayName: 'Main menu' } };
    expect(sentenceText(entry({ ...one, details }))).toBe(`Grace ${did} mediation group Main menu`);
  });

  it('has a table of methods that exist', () => {
    const methods = recorded.map(({ method }) => method);
    const named = Object.values(SENTENCES_BY_METHOD).flatMap((events) =>
      Object.values(events).flatMap((byMethod) => Object.keys(byMethod)),
    );
    expect(methods).toEqual(expect.arrayContaining(named));
  });
});

const MDL = 'org.iso.18013.5.1.mDL';

describe('A sentence', () => {
  it.each([
    [
      'names the author, the person and the reason',
      entry({ holderId: 'h-1', documentType: MDL, reason: 'deviceStolen' }),
      'Grace revoked Elena Brandt’s licence: device stolen',
    ],
    [
      'has the id of a holder whose name the reader may not see',
      entry({ holderId: 'h-2', documentType: MDL }),
      'Grace revoked holder h-2’s licence',
    ],
    [
      'has the id of a user whose name the reader may not see',
      { ...entry({ holderId: 'h-1', documentType: MDL }), operatorName: undefined },
      'user-1 revoked Elena Brandt’s licence',
    ],
    [
      'names the time of a legal hold that is not on a person',
      entry({
        ...{ subject: 'legalHold', event: 'place', to: 'open', reason: 'audit' },
        details: { after: { startTime: '2026-01-01T00:00:00Z', endTime: '2026-04-01T00:00:00Z' } },
      }),
      'Grace placed a legal hold on entries from 2026-01-01 until 2026-04-01: audit',
    ],
    [
      'names both people if two were needed',
      entry({
        holderId: 'h-1',
        documentType: MDL,
        approverId: 'user-2',
        approverName: 'ada.king@example.com',
      }),
      'Grace revoked Elena Brandt’s licence (approved by Ada King)',
    ],
    [
      'names what is no person',
      {
        ...entry({ holderId: 'h-1', actor: 'deadline', subject: 'proofing', event: 'expire' }),
        operatorId: undefined,
      },
      'Elena Brandt’s proofing expired',
    ],
    [
      'has both roles',
      entry({
        subject: 'user',
        subjectId: 'user-3',
        subjectName: 'kim@example.com',
        event: 'setRole',
        details: { before: { role: 'viewer' }, after: { role: 'approver' } },
      }),
      'Grace changed the role of Kim from viewer to approver',
    ],
    [
      'has what waits for an approval',
      entry({ subject: 'approval', event: 'approve', concerns: ['revokeHolder'] }),
      'Grace gave an approval to revoke a holder',
    ],
    [
      'has what was asked for',
      entry({ subject: 'approval', event: 'create', concerns: ['rotateKey'] }),
      'Grace asked for an approval to rotate a key',
    ],
    [
      'has the key of what was asked for, by its role',
      entry({ subject: 'approval', event: 'create', concerns: ['rotateKey', 'documentSigner'] }),
      'Grace asked for an approval to rotate the document signer key',
    ],
    [
      'says whether a rotation ends',
      entry({
        subject: 'approval',
        event: 'allow',
        concerns: ['rotateKey', 'identity', 'finishRotation'],
      }),
      'Grace gave an approval to finish the rotation of the identity key, which must be sent again',
    ],
    [
      'has the key of what was asked for, by its id',
      entry({ subject: 'approval', event: 'refuse', concerns: ['compromiseKey', '5F7909F80A11D0C4'] }),
      'Grace refused an approval to compromise key 5F7909F80A11D0C4',
    ],
    [
      'names the key that an approval was for when it is done',
      entry({ subject: 'approval', event: 'succeed', concerns: ['rotateKey', 'iaca'] }),
      'What waited for an approval to rotate the root key was done',
    ],
    [
      'has the role of a key',
      entry({ subject: 'key', subjectId: 'k-1', event: 'startRotation', concerns: ['iaca'] }),
      'Grace started the rotation to the root key k-1',
    ],
    [
      'does not say that a rotation leads to the key that it ends',
      entry({ subject: 'key', subjectId: 'k-1', event: 'startRotation', from: 'active', to: 'grace' }),
      'Grace started the rotation from key k-1',
    ],
    [
      'begins with the role of a key',
      entry({ subject: 'key', subjectId: 'k-1', event: 'destroy', concerns: ['statusSigner'] }),
      'The status signer key k-1 was destroyed',
    ],
    [
      'says whose session was ended, and not the reason twice',
      entry({
        subject: 'consoleSession',
        event: 'end',
        subjectName: 'ivy@example.com',
        reason: 'endedByAdministrator',
      }),
      'Grace ended Ivy’s session',
    ],
    [
      'does not say whose it was of a user who signed out',
      entry({
        subject: 'consoleSession',
        event: 'end',
        subjectName: 'grace@example.com',
        reason: 'signedOut',
      }),
      'Grace ended a session: signed out',
    ],
    [
      'calls the admin token so if it calls the mediation interface',
      {
        ...entry({ subject: 'mediationGroup', event: 'create', actor: 'client', callerId: 'operator' }),
        operatorId: undefined,
        operatorName: undefined,
        details: { after: { displayName: 'Main menu' } },
      },
      'Someone with the admin token created mediation group Main menu',
    ],
    [
      'says that a key was retired',
      entry({ subject: 'key', subjectId: 'k-1', event: 'compromise', from: 'active', to: 'retired' }),
      'Grace declared key k-1 compromised, and it was retired',
    ],
    [
      'does not say it of a key that was retired before',
      entry({ subject: 'key', subjectId: 'k-1', event: 'compromise', from: 'retired', to: 'retired' }),
      'Grace declared key k-1 compromised',
    ],
    [
      'has no id of an erased holder',
      entry({
        subject: 'holder',
        subjectId: 'erased-dced9b09-1f3a-4c41-9a64-3d1f0a47227b',
        event: 'erase',
      }),
      'Grace erased a holder',
    ],
    [
      'has no article before several things',
      entry({ subject: 'approval', event: 'create', concerns: ['publishStatusLists'] }),
      'Grace asked for an approval to publish status lists',
    ],
    [
      'says how a user signed in',
      entry({
        subject: 'consoleSession',
        event: 'signIn',
        reason: 'password',
        details: { after: { console: 'operators' } },
      }),
      'Grace signed in to the operators’ console with a password',
    ],
    [
      'has the reason of a newer server as it is',
      entry({ subject: 'consoleSession', event: 'signIn', reason: 'faceScan' }),
      'Grace signed in: face scan',
    ],
    [
      'says that an experiment was stopped',
      entry({
        subject: 'mediationAbExperiment',
        subjectId: 'accounts/pub-1/mediationGroups/7/mediationAbExperiments/9',
        event: 'update',
        details: { after: { displayName: 'A higher price' } },
      }),
      'Grace stopped experiment A higher price',
    ],
    [
      'has settings as they are called',
      entry({ subject: 'configuration', event: 'update', concerns: ['admin.secondPerson', 'port'] }),
      'The server started with changed settings (admin.secondPerson, port)',
    ],
    [
      'has the name of a client, which its entry does not have',
      entry({ subject: 'oauthClient', subjectId: 'client-1', event: 'create' }),
      'Grace created client Northwind ad desk',
    ],
    [
      'has the name of a client that makes the change',
      {
        ...entry({ subject: 'publisher', event: 'create', actor: 'client', callerId: 'client-1' }),
        operatorId: undefined,
        operatorName: undefined,
      },
      'Northwind ad desk created publisher credential-1',
    ],
    [
      'names the client whose access was ended, and for whom',
      entry({
        subject: 'grant',
        event: 'revoke',
        subjectName: 'ada@example.com',
        details: { before: { clientId: 'client-1' } },
      }),
      'Grace ended the access of Northwind ad desk for Ada',
    ],
    [
      'has the id of a client without a name',
      entry({ subject: 'grant', event: 'create', details: { after: { clientId: 'client-2' } } }),
      'Grace allowed client-2 to act for them',
    ],
    [
      'has the name of an app, which is one member deeper',
      entry({
        subject: 'app',
        event: 'create',
        details: { after: { manualAppInfo: { displayName: 'Northwind Rally' } } },
      }),
      'Grace added app Northwind Rally',
    ],
    [
      'of a newer server has the words of the event',
      entry({ subject: 'credential', event: 'somethingNew' as never }),
      'Credential something new by Grace',
    ],
  ])('%s', (_, event, text) => {
    expect(sentenceText(event as EventView, KNOWN_NAMES)).toBe(text);
  });

  it.each([
    ['operatorId', 'user-1', 'user'],
    ['callerId', 'user-1', 'user'],
    ['callerId', 'client-1', 'oauthClient'],
    ['operatorId', 'operator', undefined],
  ])('links its author if %s is %s', (member, id, subject) => {
    const [who] = sentenceOf({
      ...entry({ operatorId: undefined, operatorName: undefined } as never),
      [member]: id,
    });
    expect(who?.about).toEqual(subject && { subject, id });
  });

  it('links the person and the thing', () => {
    const parts = sentenceOf(entry({ holderId: 'h-1', documentType: MDL }), KNOWN_NAMES);
    expect(parts.flatMap(({ about }) => about ?? [])).toEqual([
      { subject: 'user', id: 'user-1' },
      { subject: 'holder', id: 'h-1' },
      { subject: 'credential', id: 'credential-1' },
    ]);
  });
});
