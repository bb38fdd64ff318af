import { describe, expect, it } from 'vitest';
import { byFit } from './by-fit.ts';

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
