import { describe, expect, it } from 'vitest';
import { namedActions, splitByActions } from './named-actions.ts';
import type { PaletteChoice } from './palette-sources.ts';

const texts = [
  'Stop an experiment and keep a variant',
  'Pause a group',
  'Archive a group',
  'Change the price (CPM) of a line',
  'Remove the passkeys of a user',
];
const smallWords = 'a an the of and';
const split = (typed: string) => {
  const { actions, rest } = splitByActions(
    texts.map((text) => ({ text })),
    typed,
    { synonyms: { pause: 'stop disable', archive: 'delete' }, smallWords },
  );
  return [actions.map(({ text }) => text), rest];
};

describe('Words of an action and of what it acts on', () => {
  it('a word of the name of an action, or a synonym of its verb, names the action; the other words name its object', () => {
    expect(split('archive rewarded')).toEqual([['Archive a group'], 'rewarded']);
    expect(split('delete Rewarded')).toEqual([['Archive a group'], 'Rewarded']);
    expect(split('stop summer test')).toEqual([
      ['Stop an experiment and keep a variant', 'Pause a group'],
      'summer test',
    ]);
  });

  it('are of the actions that have most of them, in any order', () => {
    expect(split('stop summer experiment')).toEqual([['Stop an experiment and keep a variant'], 'summer']);
    expect(split('applovin cpm change')).toEqual([['Change the price (CPM) of a line'], 'applovin']);
  });

  it('leave one text to search for: without the verb, if an action has that and another one the name', () => {
    expect(split('archive experiment')).toEqual([['Archive a group'], 'experiment']);
  });

  it.each(['Elena', 'Elena A', 'Elena Re', 'Elena the', 'of Elena', 'Elena and Priya', 'a', 'Elena P'])(
    'are of no action if all are small or short, or are names: %s',
    (typed) => expect(split(typed)).toEqual([[], '']),
  );

  it('leave small words out of the text to search for', () => {
    expect(split('change the price of applovin')).toEqual([['Change the price (CPM) of a line'], 'applovin']);
    expect(split('archive the rewarded')).toEqual([['Archive a group'], 'rewarded']);
    expect(split('remove passkeys of Elena A')).toEqual([['Remove the passkeys of a user'], 'Elena']);
    expect(split('remove passkeys of Elena B')).toEqual([['Remove the passkeys of a user'], 'Elena B']);
  });

  it('leave nothing if an action has all of them, and belong to no action without a word of one', () => {
    expect(split('archive group')[1]).toBe('');
    expect(split('main menu')).toEqual([[], '']);
  });
});

describe('The choices for words of both', () => {
  const asked: string[] = [];
  const things = ['Rewarded, Android', 'Banner'];
  const archive: PaletteChoice = {
    key: 'archive',
    group: 'Actions',
    text: 'Archive a group',
    asks: {
      question: 'Which?',
      sources: [
        {
          find(text) {
            asked.push(text);
            const found = things.filter((thing) => thing.toLowerCase().includes(text));
            return found.map((thing) => ({ key: thing, group: 'Groups', text: thing, run() {} }));
          },
        },
        { isLast: true, find: () => [{ key: 'list', group: 'By hand', text: 'All groups', run() {} }] },
      ],
    },
  };
  const find = async (typed: string) => {
    const choices = await namedActions([archive], { group: 'On it', synonyms: {}, smallWords }).find(typed);
    return choices.map(({ group, text }) => `${group} – ${text}`);
  };

  it('are the action on each thing that the other words find', async () => {
    expect(await find('archive rewarded')).toEqual(['On it – Archive a group: Rewarded, Android']);
    expect(await find('archive tower')).toEqual([]);
    expect(asked).toEqual(['rewarded', 'tower']);
  });

  it('are none for words of the action alone or of a name alone, and nothing is searched for', async () => {
    asked.length = 0;
    for (const text of ['archive', 'archive a', 'rewarded a', 'rewarded gr'])
      expect(await find(text)).toEqual([]);
    expect(asked).toEqual([]);
  });
});
