import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { terminal } from '../../../test/support/terminal.ts';
import { Declined, UsageError } from '../cli-errors.ts';
import { agreed, confirmed } from './confirm.ts';

const what = () => 'Revoke a credential: c-1';

describe('A command whose effect cannot be undone', () => {
  it('a final command at a terminal shows its effect and asks for confirmation', async () => {
    const asked = terminal('y');
    await confirmed(what, {}, asked);
    expect(asked.shown()).toContain('c-1');
    expect(asked.shown()).toContain('This cannot be undone.');
  });

  it.each([
    ['no', 'n'],
    ['Enter, since no is the default', '\r'],
    ['Ctrl-C', '\u0003'],
  ])('a final command is cancelled if the answer is not yes: %s', async (_, key) => {
    await expect(confirmed(what, {}, terminal(key))).rejects.toBeInstanceOf(Declined);
  });

  it('a final command without a terminal needs --yes', async () => {
    const pipe = { input: new PassThrough(), output: new PassThrough() };
    await expect(confirmed(what, {}, pipe)).rejects.toBeInstanceOf(UsageError);
    await expect(confirmed(what, { yes: true }, pipe)).resolves.toBeUndefined();
  });
});

describe('An optional additional step of a command', () => {
  it.each([
    ['y', true],
    ['n', false],
    ['\r', false],
    ['\u0003', false],
  ] as const)('an optional step is offered at a terminal: %j', async (key, expected) => {
    const asked = terminal(key);
    expect(await agreed('Revoke c-1 too?', { yes: false }, asked)).toBe(expected);
    expect(asked.shown()).toContain('Revoke c-1 too?');
  });

  it('an optional step is skipped without a terminal, and with --yes', async () => {
    const pipe = { input: new PassThrough(), output: new PassThrough() };
    expect(await agreed('too?', { yes: false }, pipe)).toBe(false);
    expect(await agreed('too?', { yes: true }, terminal('y'))).toBe(false);
  });
});
