import { describe, expect, it } from 'vitest';
import { METHODS } from '../index.ts';
import { foldEntries, isLook, REACH, rowSentence } from './fold-entries.ts';
import type { EventView } from './methods.ts';

const DAY = '2026-11-28';
let last = 0;

/** `Ada names`: who did what; other words are changes. */
function entry(text: string, day = DAY): EventView {
  const [who, what] = text.split(' ') as [string, string];
  const kinds = {
    names: { subject: 'holderNames', subjectId: 'list', event: 'view', details: { after: { holders: 2 } } },
    name: { subject: 'holderNames', subjectId: 'list', event: 'view', details: { after: { holders: 1 } } },
    record: { subject: 'holder', subjectId: 'h-1', event: 'view', holderId: 'h-1' },
    other: { subject: 'holder', subjectId: 'h-2', event: 'view', holderId: 'h-2' },
    claim: { subject: 'proofing', subjectId: 'p-1', event: 'claim', holderId: 'h-1' },
    release: { subject: 'proofing', subjectId: 'p-1', event: 'release', holderId: 'h-1' },
    accept: { subject: 'proofing', subjectId: 'p-1', event: 'accept' },
    enters: {
      subject: 'consoleSession',
      subjectId: `s-${last}`,
      event: 'signIn',
      reason: 'password',
      details: { after: { console: 'operators' } },
    },
    mediates: {
      subject: 'consoleSession',
      subjectId: `s-${last}`,
      event: 'signIn',
      reason: 'password',
      details: { after: { console: 'mediation' } },
    },
    proves: { subject: 'consoleSession', subjectId: `s-${last}`, event: 'signIn', reason: 'passkey' },
    arrives: {
      subject: 'consoleSession',
      subjectId: `s-${last}`,
      event: 'signIn',
      reason: 'code',
      details: { after: { console: 'operators' } },
    },
    clicks: {
      subject: 'consoleCode',
      subjectId: `c-${last}`,
      event: 'use',
      details: { after: { console: 'operators' } },
    },
    token: { subject: 'token', subjectId: `t-${last}`, event: 'issue' },
  } as const;
  last += 1;
  return {
    id: String(last),
    time: `${day}T10:00:00.000Z`,
    actor: 'operator',
    operatorId: who,
    ...kinds[what as keyof typeof kinds],
  } as EventView;
}

const dayOf = (time: string) => time.slice(0, 10);
const entriesOf = (...texts: readonly string[]) => texts.map((text) => entry(text));
const lengthsOf = (events: readonly EventView[]) =>
  foldEntries(events, { dayOf }).rows.map(({ length }) => length);

describe('Rows of a list of the audit log', () => {
  it('looks are the events of the methods that record reads, but for searches', () => {
    const events = Object.entries(METHODS).flatMap(([, method]) =>
      'auditsReads' in method && 'audit' in method ? method.audit : [],
    );
    expect(events.length).toBeGreaterThan(3);
    for (const name of new Set(events)) {
      const [subject, event] = name.split('.') as [EventView['subject'], EventView['event']];
      expect([name, isLook({ subject, event })]).toEqual([name, name !== 'holderSearch.run']);
    }
    expect(isLook({ subject: 'holder', event: 'erase' })).toBe(false);
  });

  it.each([
    ['equal looks of a person are one row', ['Ada names', 'Ada names', 'Ada names'], [3]],
    ['looks of two people in turns are two rows', ['Ada names', 'Bo names', 'Ada names', 'Bo names'], [2, 2]],
    ['what others change between them stays', ['Ada names', 'Bo accept', 'Ada names'], [2, 1]],
    ['a change of the person begins another row', ['Ada names', 'Ada accept', 'Ada names'], [1, 1, 1]],
    ['other looks begin another row', ['Ada names', 'Ada record', 'Ada names'], [1, 1, 1]],
    ['looks at different people are different', ['Ada record', 'Ada other'], [1, 1]],
    ['openings of a proofing are one row', ['Ada claim', 'Ada release', 'Ada claim', 'Ada accept'], [3, 1]],
    [
      'a review is one row with its looks at the person',
      ['Ada release', 'Ada name', 'Ada claim', 'Ada record', 'Ada release', 'Ada claim'],
      [6],
    ],
    ['looks at others during a review have their rows', ['Ada release', 'Ada other', 'Ada names'], [1, 1, 1]],
    ['tokens are one row, although each has an id', ['Ada token', 'Ada token', 'Ada names'], [2, 1]],
    [
      'equal sign-ins are one row, although each has an id',
      ['Ada enters', 'Ada enters', 'Bo enters'],
      [2, 1],
    ],
    [
      'sign-ins by other means or to the other console are different',
      ['Ada enters', 'Ada proves', 'Ada mediates'],
      [1, 1, 1],
    ],
    ['a one-time address is in the row of its sign-in', ['Ada arrives', 'Ada clicks', 'Bo clicks'], [2, 1]],
    ['the same if the log is read from its beginning', ['Ada clicks', 'Ada arrives', 'Ada enters'], [2, 1]],
    ['decisions are never united', ['Ada accept', 'Ada accept'], [1, 1]],
  ])('%s', (_, texts, lengths) => expect(lengthsOf(entriesOf(...texts))).toEqual(lengths));

  it('rows end with the day', () => {
    const events = [entry('Ada names'), entry('Ada names', '2026-11-27')];
    expect(lengthsOf(events)).toEqual([1, 1]);
  });

  it('every entry is in exactly one row, whatever the number of entries', () => {
    const events = Array.from({ length: 350 }, (_, index) =>
      entry(index % 3 === 0 ? 'Bo accept' : 'Ada names'),
    );
    const { rows } = foldEntries(events, { dayOf });
    expect(
      rows
        .flat()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(events.map(({ id }) => id).toSorted());
    expect(Math.max(...rows.map(({ length }) => length))).toBe(68);
  });

  it('rows that are called complete do not change with more entries', () => {
    const kinds = ['Ada names', 'Bo names', 'Cy accept', 'Ada record', 'Ada accept', 'Cy accept'] as const;
    // Random, but the same in each run.
    let seed = 7;
    const next = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    const events = Array.from({ length: 600 }, () => {
      const index = Math.floor(next() * (next() < 0.9 ? 3 : kinds.length));
      return entry(kinds[index] ?? 'Cy accept');
    });
    const all = foldEntries(events, { dayOf }).rows;
    for (let count = 0; count <= events.length; count += 1) {
      const { rows, complete } = foldEntries(events.slice(0, count), { dayOf, isEnd: false });
      expect(rows.slice(0, complete)).toEqual(all.slice(0, complete));
      if (count === events.length) expect(complete).toBeGreaterThan(all.length / 3);
    }
  });

  it('a look is settled when so many entries of others follow', () => {
    const events = [entry('Ada names'), ...Array.from({ length: REACH - 1 }, () => entry('Cy accept'))];
    expect(foldEntries(events, { dayOf, isEnd: false }).complete).toBe(0);
    events.push(entry('Cy accept'));
    expect(foldEntries(events, { dayOf, isEnd: false }).complete).toBe(events.length);
  });

  it.each([
    [['Ada names'], 'Ada looked at the names of 2 holders'],
    [['Ada names', 'Ada names', 'Ada names'], 'Ada looked at names of holders, 3 times (up to 6 names)'],
    [
      ['Ada claim', 'Ada release', 'Ada claim', 'Ada release'],
      'Ada began the review of holder h-1’s proofing and gave it back, 2 times',
    ],
    [
      ['Ada claim', 'Ada release', 'Ada claim'],
      'Ada began the review of holder h-1’s proofing and gave it back, and began it again',
    ],
    [
      ['Ada claim', 'Ada release', 'Ada claim', 'Ada release', 'Ada claim', 'Ada accept'],
      'Ada began the review of holder h-1’s proofing and gave it back, 2 times, and began it again',
    ],
    [['Ada claim', 'Ada claim'], 'Ada began the review of holder h-1’s proofing, 2 times'],
    [['Ada release', 'Ada release'], 'Ada began the review of holder h-1’s proofing and gave it back'],
    [['Ada claim', 'Ada name', 'Ada record'], 'Ada began the review of holder h-1’s proofing'],
    [['Ada release', 'Ada claim'], 'Ada began the review of holder h-1’s proofing and gave it back'],
    [['Ada enters', 'Ada enters'], 'Ada signed in to the operators’ console with a password, 2 times'],
    [['Ada clicks', 'Ada arrives'], 'Ada signed in to the operators’ console by a one-time address'],
    [
      ['Ada arrives', 'Ada clicks', 'Ada arrives', 'Ada clicks'],
      'Ada signed in to the operators’ console by a one-time address, 2 times',
    ],
    [['Ada record', 'Ada record'], 'Ada looked at the record of holder h-1, 2 times'],
  ])('%j: %s', (texts, said) => {
    const [row] = foldEntries(entriesOf(...texts), { dayOf }).rows;
    expect(
      row &&
        rowSentence(row)
          .map(({ text }) => text)
          .join(''),
    ).toBe(said);
  });
});
