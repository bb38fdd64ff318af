import { describe, expect, it } from 'vitest';
import { ALL_EVENTS, entry, KNOWN_NAMES } from '../../../../test/support/events.ts';
import { EVENTS, type Subject } from '../../../audit/entry.ts';
import type { EventView } from './methods.ts';
import { sentenceText } from './sentences.ts';

/** A name or words in entries besides the id, and what the sentence says of them. */
type Held = readonly [holds: Partial<EventView>, says: string];

const OF_HOLDER: Held = [{ holderId: 'h-1' }, 'Elena Brandt'];
const OF_CLIENT: Held = [{ details: { after: { clientId: 'client-1' } } }, 'Northwind ad desk'];
const NAMED: Held = [{ details: { after: { displayName: 'Main menu' } } }, 'Main menu'];
const OF_ADA: Held = [{ subjectName: 'ada@example.com' }, 'Ada'];
const BY_GRACE: Held = [{}, 'Grace'];

/** What entries of a subject hold, or else of some of its events; the others hold only ids, numbers, or words of their event. */
const HELD: { readonly [Of in Subject]: Held | Readonly<Record<string, Held>> } = {
  device: OF_HOLDER,
  proofing: OF_HOLDER,
  credential: OF_HOLDER,
  holder: OF_HOLDER,
  erasures: {},
  holderSearch: { run: [{ details: { after: { hits: 3 } } }, '3'] },
  holderNames: { view: [{ details: { after: { holders: 3 } } }, '3'] },
  recordKey: {},
  code: OF_HOLDER,
  approval: [{ concerns: ['rotateKey', 'documentSigner'] }, 'rotate the document signer key'],
  configuration: [{ concerns: ['admin.secondPerson'] }, 'admin.secondPerson'],
  key: Object.fromEntries(
    EVENTS.key
      .filter((event) => !/seals?/i.test(event))
      .map((event) => [event, [{ concerns: ['iaca'] }, 'the root key']]),
  ),
  retention: [{ subjectId: 'requests' }, 'requests'],
  legalHold: OF_HOLDER,
  statusLists: {},
  tokenKey: {},
  user: { ...Object.fromEntries(EVENTS.user.map((event) => [event, OF_ADA])), changePassword: BY_GRACE },
  passkey: BY_GRACE,
  consoleSession: { signIn: [{ details: { after: { console: 'mediation' } } }, 'mediation'], end: OF_ADA },
  consoleCode: { create: OF_ADA, use: BY_GRACE },
  organisationSignIn: { signIn: BY_GRACE, refuse: BY_GRACE },
  breakGlass: { use: [{ concerns: ['revokeHolder'] }, 'revoke a holder'] },
  oauthClient: {
    create: [{ subjectId: 'client-1' }, 'Northwind ad desk'],
    update: [{ concerns: ['displayName', 'publishers'] }, 'display name, publishers'],
    resetSecret: [{ subjectId: 'client-1' }, 'Northwind ad desk'],
    delete: [{ subjectId: 'client-1' }, 'Northwind ad desk'],
  },
  grant: OF_CLIENT,
  token: {},
  catalogue: [{ to: 'b507' }, 'b507'],
  publisher: NAMED,
  app: NAMED,
  servingKey: NAMED,
  adUnit: NAMED,
  adUnitMapping: NAMED,
  mediationGroup: NAMED,
  mediationAbExperiment: NAMED,
};

describe('A sentence says the names and words that its entry has', () => {
  const cases = ALL_EVENTS.flatMap(([subject, event]) => {
    const held = HELD[subject];
    const own = Array.isArray(held) ? (held as Held) : (held as Readonly<Record<string, Held>>)[event];
    return own === undefined ? [] : [[subject, event, ...own] as const];
  });
  it.each(cases)('%s %s', (subject, event, holds, says) => {
    const text = sentenceText(entry({ subject, event, subjectId: 'x-1', ...holds }), KNOWN_NAMES);
    expect(text.toLowerCase()).toContain(says.toLowerCase());
  });
});
