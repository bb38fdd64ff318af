import { describe, expect, it } from 'vitest';
import { byFit, ranked } from './by-fit.ts';

const action = (text: string, terms?: string) => ({ group: 'Actions', text, terms });
const page = (text: string) => ({ group: 'Pages', text });

const HOLDER = action('Revoke a holder', 'Revoke a holder and every credential');
const CREDENTIAL = action('Revoke a credential');
const MANY = action('Clear a required action', 'Clear what was required');

const texts = (choices: Parameters<typeof byFit>[0], typed: string) =>
  byFit(choices, typed).map(({ text }) => text);

describe('The choices for a typed text', () => {
  it('begin with the one whose own text has the words, before those that have them in other words', () => {
    expect(texts([HOLDER, CREDENTIAL], 'revoke a credential')).toEqual([CREDENTIAL.text, HOLDER.text]);
    expect(texts([HOLDER, CREDENTIAL], 'credential revoke')).toEqual([CREDENTIAL.text, HOLDER.text]);
  });

  it('begin with the one that begins with the text', () => {
    expect(texts([action('Export the audit log'), page('Audit log')], 'audit log')).toEqual([
      'Audit log',
      'Export the audit log',
    ]);
  });

  it('are those that have all words', () => {
    expect(texts([HOLDER, CREDENTIAL, MANY], 'clear required')).toEqual([MANY.text]);
    expect(texts([HOLDER], 'device')).toEqual([]);
  });

  it('are found by another word for the verb with which they begin', () => {
    const pause = action('Pause a group');
    const by = (typed: string) =>
      byFit([pause, action('Stop an experiment')], typed, { pause: 'stop disable' });
    expect(by('disable')).toEqual([pause]);
    expect(by('stop').map(({ text }) => text)).toEqual(['Stop an experiment', pause.text]);
  });

  it('stay in their groups, and in their order if they fit the same', () => {
    const choices = [page('Keys'), action('Rotate a key'), page('Holders'), action('Import a key')];
    expect(texts(choices, '')).toEqual(['Keys', 'Holders', 'Rotate a key', 'Import a key']);
    expect(texts(choices, 'key')).toEqual(['Keys', 'Rotate a key', 'Import a key']);
  });
});

describe('What was found, and pages and actions', () => {
  const person = (text: string, terms = 'holder-12') => ({ group: 'Holders', text, terms });
  const on = { group: 'Actions on the person', text: 'Issue a code' };
  const PLACE = action('Place a legal hold');
  const own = [page('Holders'), page('Keys'), PLACE, HOLDER];
  const order = (found: Parameters<typeof byFit>[0], typed: string) =>
    ranked(found, own, typed).map(({ text }) => text);

  it('a page or an action that the text names comes before people whose ids begin with the text', () => {
    expect(order([person('Margit Halvorsen')], 'hold')).toEqual([
      'Holders',
      PLACE.text,
      HOLDER.text,
      'Margit Halvorsen',
    ]);
    expect(order([person('Margit Halvorsen')], 'place a')).toEqual([PLACE.text, 'Margit Halvorsen']);
  });

  it('a person whose name begins with the text comes before actions that only have it in their names', () => {
    expect(order([person('Legal Smith')], 'legal')).toEqual(['Legal Smith', PLACE.text]);
  });

  it('of a person and an action that both begin with the text, the action is first', () => {
    expect(order([person('Revo Kerr')], 'revo')).toEqual([HOLDER.text, 'Revo Kerr']);
  });

  it('a name in the text comes before what has the text inside of a word', () => {
    expect(order([person('Anna Older')], 'old')).toEqual(['Anna Older', 'Holders', PLACE.text, HOLDER.text]);
  });

  it('what can be done with a person stays with the person', () => {
    expect(order([person('Keysha Old'), on], 'keysha')).toEqual(['Keysha Old', 'Issue a code']);
    expect(order([person('Old Mac'), on], 'old')).toEqual([
      'Old Mac',
      'Issue a code',
      'Holders',
      PLACE.text,
      HOLDER.text,
    ]);
  });

  it('without anything that was found, the best of pages and actions is first', () => {
    expect(order([], 'key')).toEqual(['Keys']);
  });
});
