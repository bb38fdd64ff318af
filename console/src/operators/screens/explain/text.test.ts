import { describe, expect, it } from 'vitest';
import { checkStates } from './checks.ts';
import { explainCommand, operationText, plainText, statesText } from './text.ts';

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

  it.each([
    [{ before: 'active', after: 'revoked' }, 'active → revoked'],
    [{ after: 'pending' }, 'new → pending'],
    [{ before: 'active', after: 'active' }, 'active, the same'],
    [{ before: 'provisionPending', after: 'active' }, 'provision pending → active'],
    [{}, 'not known'],
  ])('the states %j are described in words', (states, text) => {
    expect(statesText(states, words)).toBe(text);
  });
});

describe('The operation of a request', () => {
  it.each([
    ['rejectProofing', 'Reject a proofing', 'Reject a proofing'],
    ['listRefusedRequests', 'List refused requests, newest first; as long as', 'List refused requests'],
    ['proofUser', undefined, 'Proof user'],
    ['mediationGroups.patch', undefined, 'Mediation groups patch'],
  ])('%s is shown in words', (operation, summary, text) => {
    expect(operationText(operation, summary)).toBe(text);
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
