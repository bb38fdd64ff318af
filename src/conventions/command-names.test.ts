import { describe, expect, it } from 'vitest';
import { withTypedCommands } from './command-names.ts';

const IN_CLONE = 'node bin/diptych.js';

describe('A command in a text', () => {
  it.each([
    ['run diptych doctor', 'run node bin/diptych.js doctor'],
    ['`diptych keys rotate`, then diptych\u00a0x', '`node bin/diptych.js keys rotate`, then diptych\u00a0x'],
    ['$(diptych token --publisher pub-1)', '$(node bin/diptych.js token --publisher pub-1)'],
    [
      'diptych status-lists list; diptych status',
      'node bin/diptych.js status-lists list; node bin/diptych.js status',
    ],
  ])('%j is as it has to be typed', (text, expected) => {
    expect(withTypedCommands(text, IN_CLONE)).toBe(expected);
    expect(withTypedCommands(text, 'diptych')).toBe(text);
  });

  it.each([
    'npx --no diptych doctor',
    'npx --package ./diptych-1.0.0.tgz diptych demo',
    'diptych: the server is away',
    'diptych demonstrates',
    'diptych keysmith',
    './diptych serve',
    'the folder diptych-data of diptych',
    'node bin/diptych.js serve',
  ])('%j stays', (text) => {
    expect(withTypedCommands(text, IN_CLONE)).toBe(text);
  });

  it('has the variables that name its server, unless it names one by an option', () => {
    const command = 'DIPTYCH_CONTEXT=far DIPTYCH_DATA=/tmp/d node bin/diptych.js';
    expect(withTypedCommands('run diptych users role, diptych users publishers.', command)).toBe(
      `run ${command} users role, ${command} users publishers.`,
    );
    expect(
      withTypedCommands('diptych init --data other, then diptych serve; diptych login --context x', command),
    ).toBe(`${IN_CLONE} init --data other, then ${command} serve; ${IN_CLONE} login --context x`);
  });

  it('is not changed again', () => {
    for (const command of [
      'DIPTYCH_DATA=/tmp/d diptych',
      "DIPTYCH_CONTEXT='a b' DIPTYCH_DATA='/tmp/a b' diptych",
    ]) {
      const once = withTypedCommands('diptych doctor', command);
      expect([once, withTypedCommands(once, command)]).toEqual(Array(2).fill(`${command} doctor`));
    }
    for (const command of [IN_CLONE, "npx --package './a b.tgz' diptych", '$& diptych'])
      expect(withTypedCommands(withTypedCommands('diptych doctor', command), IN_CLONE)).not.toContain(
        'node bin/diptych.js node',
      );
  });
});
