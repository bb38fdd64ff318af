import { describe, expect, it } from 'vitest';
import type { EventView } from '../admin/contract/audit-log/methods.ts';
import { formatCpm } from './cpm.ts';
import { eventSays, MOST_SEARCHED, searchEvents } from './event-search.ts';
import type { Shown } from './group-text.ts';
import { allOf } from './pages.ts';

const REVOCATION: EventView = {
  id: '0179-1',
  time: '2026-11-28T14:05:33Z',
  subject: 'credential',
  subjectId: 'credential-1',
  event: 'revoke',
  holderId: 'h-1',
  documentType: 'org.iso.18013.5.1.mDL',
  actor: 'operator',
  operatorId: 'user-1',
  operatorName: 'grace.hopper@example.com',
  from: 'provisionPending',
  to: 'revoked',
  requestId: 'request-7',
  reason: 'deviceStolen',
  note: 'reported at the counter',
};

const EXPERIMENT: EventView = {
  id: '0179-2',
  time: '2026-11-28T14:05:34Z',
  subject: 'mediationAbExperiment',
  subjectId: '77',
  event: 'create',
  actor: 'user',
  callerName: 'ada@example.com',
  details: { after: { displayName: 'A higher price for AppLovin', state: 'RUNNING' } },
};

const NAMES = new Map([['h-1', 'Elena Brandt']]);

const shownIn = (locale: string): Shown => ({
  price: (micros) => formatCpm(micros, locale),
  time: (text) => new Date(text).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' }),
});
const says = (event: EventView, text: string, names: ReadonlyMap<string, string> = NAMES, locale = 'en-GB') =>
  eventSays(event, text, names, shownIn(locale));

const group = (cpmMicros: string) => ({
  displayName: 'Races',
  mediationGroupLines: { '11': { displayName: 'AppLovin', cpmMode: 'MANUAL', cpmMicros } },
});
const CHANGE: EventView = {
  ...EXPERIMENT,
  subject: 'mediationGroup',
  event: 'update',
  details: { before: group('9800000'), after: group('11200000') },
};

const SEARCH = { text: 'elena', namesOf: async () => NAMES, shown: shownIn('en-GB') };

describe('A search in the audit log', () => {
  it.each([
    'Elena',
    'brandt elena',
    'Elena Brandt',
    'device stolen',
    'reported counter',
    'Grace Hopper revoked licence',
    'grace.hopper@example.com',
    'provision pending',
    'credential-1',
    'h-1',
    'request-7',
  ])('finds a revocation by “%s”', (text) => {
    expect(says(REVOCATION, text, NAMES)).toBe(true);
  });

  it.each(['Elena fine', 'device stolen reported elsewhere', 'grace.hopper@example.com grace.kelly'])(
    'needs each word, so that more words find fewer entries: “%s”',
    (text) => {
      expect(says(REVOCATION, text)).toBe(false);
      expect(says(REVOCATION, text.split(' ')[0]!)).toBe(true);
    },
  );

  it('finds a client by its name, if the person may see it', () => {
    const { operatorId: _, operatorName: __, ...rest } = REVOCATION;
    const event: EventView = { ...rest, actor: 'client', callerId: 'client-1' };
    expect(says(event, 'night import', new Map([['client-1', 'Night import']]))).toBe(true);
    expect(says(event, 'night import', NAMES)).toBe(false);
  });

  it.each(['fine', 'und', 'null', 'undefined'])('finds no entry without “%s”', (text) => {
    expect(says(REVOCATION, text, NAMES)).toBe(false);
  });

  it('finds ids and digests by their start, not by letters within', () => {
    const uuid = 'ee1ada42-5c1d-4ada-9ada-0123456789ab';
    const event: EventView = {
      ...REVOCATION,
      subjectId: uuid,
      operatorName: 'grace@example.com',
      details: { after: { credential: uuid, digest: `b0ada${'0'.repeat(59)}` } },
    };
    expect(says(event, 'ada', new Map())).toBe(false);
    expect(says(event, 'ee1ada42', new Map())).toBe(true);
    expect(says(event, 'B0ADA0 revoked', new Map())).toBe(true);
    expect(says({ ...event, subjectId: 'accounts/pub-1/mappings/77' }, '77', new Map())).toBe(true);
  });

  it('finds no name that the person may not see', () => {
    expect(says(REVOCATION, 'Elena', new Map())).toBe(false);
  });

  it('finds what changed by its values, and by no names of members in the interface', () => {
    expect(says(EXPERIMENT, 'price', NAMES)).toBe(true);
    expect(says(EXPERIMENT, 'displayName', NAMES)).toBe(false);
  });

  it.each(['CPM', 'AppLovin CPM', '11.20', '$9.80'])(
    'finds a changed price by what people read: %s',
    (text) => {
      expect(says(CHANGE, text)).toBe(true);
      const renamed = { before: group('9800000'), after: { ...group('9800000'), displayName: 'Garage' } };
      expect(says({ ...CHANGE, details: renamed }, text)).toBe(false);
    },
  );

  it('finds what the row says that changed', () => {
    const subjectId = 'accounts/pub-1/mediationGroups/7';
    const targeted = (...adUnitIds: string[]) => ({ ...group('9800000'), targeting: { adUnitIds } });
    const details = { before: targeted(), after: targeted('ca-app-pub-1/1') };
    expect(says({ ...CHANGE, subjectId, details }, 'ad units added')).toBe(true);
    expect(says({ ...CHANGE, subjectId }, 'ad units added')).toBe(false);
  });

  it('finds prices and times as they are read in any language', () => {
    expect(says(CHANGE, '11,20', NAMES, 'de-DE')).toBe(true);
    expect(says(CHANGE, '11,20')).toBe(false);
    const details = { before: {}, after: { expireTime: '2027-03-04T08:00:00Z' } };
    const dated: EventView = { ...EXPERIMENT, subject: 'holder', details };
    expect(says(dated, '4. März 2027', NAMES, 'de-DE')).toBe(true);
    expect(says(dated, '4 March 2027')).toBe(true);
  });

  it('finds the words of a message to the wallet', () => {
    const rejected = { primaryRejection: { evidenceMismatch: { message: 'The photo is another one' } } };
    const event = { ...REVOCATION, message: { rejected } } as EventView;
    expect(says(event, 'photo another', NAMES)).toBe(true);
  });

  it('counts what it reads, not what is wanted', async () => {
    let read = 0;
    async function* pages() {
      while (read < 2 * MOST_SEARCHED) {
        read += 500;
        yield { events: Array.from({ length: 500 }, () => REVOCATION), nextPageToken: String(read) };
      }
    }
    const isWanted = ({ event }: EventView) => event === 'create';
    const all = await allOf(searchEvents(pages(), { ...SEARCH, isWanted }));
    expect(read).toBe(MOST_SEARCHED);
    expect(all.flatMap(({ events }) => events)).toEqual([]);
  });

  it('reads no further than it promises, and asks for the names of each page once', async () => {
    const asked: (readonly string[])[] = [];
    let read = 0;
    async function* pages() {
      for (;;) {
        read += 500;
        yield { events: Array.from({ length: 500 }, () => REVOCATION), nextPageToken: String(read) };
      }
    }
    const found: number[] = [];
    const namesOf = async (ids: readonly string[]) => {
      asked.push(ids);
      return NAMES;
    };
    const search = searchEvents(pages(), { ...SEARCH, namesOf });
    for await (const { events } of search) found.push(events.length);
    expect(read).toBe(MOST_SEARCHED);
    expect(found).toEqual([500, 500, 500, 500]);
    expect(asked).toEqual([['h-1'], ['h-1'], ['h-1'], ['h-1']]);
  });
});
