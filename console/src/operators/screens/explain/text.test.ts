import { describe, expect, it } from 'vitest';
import { checkStates } from './checks.ts';
import { explainCommand, plainText, statesText } from './text.ts';

describe('The checks of an operation', () => {
  const rows = [{ name: 'caller' }, { name: 'device' }, { name: 'state' }, { name: 'signature' }];

  it('checks before the one that refused are passed, and later ones were not reached', () => {
    expect(checkStates(rows, 'device').map(({ state }) => state)).toEqual([
      'passed',
      'failed',
      'notReached',
      'notReached',
    ]);
  });

  it('no checks are shown if the condition is not known', () => {
    expect(checkStates(rows, 'another')).toEqual([]);
    expect(checkStates(rows, undefined)).toEqual([]);
    expect(checkStates(undefined, 'state')).toEqual([]);
  });
});

describe('The command line that shows the same', () => {
  it('the command names the id, and its kind if it was chosen', () => {
    expect(explainCommand('p-1', undefined)).toBe('diptych explain p-1');
    expect(explainCommand('p-1', 'proofing')).toBe('diptych explain p-1 --as proofing');
  });

  it('no id can add another command', () => {
    expect(explainCommand('$(rm x)', undefined)).toBe("diptych explain '$(rm x)'");
    expect(explainCommand("a'b", undefined)).toBe(`diptych explain 'a'\\''b'`);
    expect(explainCommand('--data', undefined)).toBe("diptych explain -- '--data'");
  });
});

describe('States before and after a request', () => {
  const words = { stateNew: 'new', stateUnknown: 'not known', same: (state: string) => `${state}, the same` };

  const textOf = (_: string, state: string) => (state === 'pending' ? 'waits for a decision' : state);

  it.each([
    [{ before: 'active', after: 'revoked' }, 'active → revoked'],
    [{ after: 'pending' }, 'new → waits for a decision'],
    [{ before: 'active', after: 'active' }, 'active, the same'],
    [{ before: 'active' }, 'active → not known'],
    [{}, 'not known'],
  ])('the states %j are described in words', (states, text) => {
    expect(statesText({ subject: 'proofing', id: 'p-1', ...states }, words, textOf)).toBe(text);
  });
});

it('An explanation as text has a line for each value that is present', () => {
  expect(
    plainText([
      [
        ['Id', 'r-1'],
        ['Check', undefined],
      ],
      [['Id', 'r-2']],
    ]),
  ).toBe('Id: r-1\n\nId: r-2');
});
