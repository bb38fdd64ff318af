import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { terminal } from '../../../test/support/terminal.ts';
import { Declined, UsageError } from '../failures.ts';
import { agreed, confirmed } from './confirm.ts';

const what = () => 'Revoke a credential: c-1';

describe('a command whose effect cannot be undone', () => {
  it('shows the effect at a terminal, and asks for confirmation', async () => {
    const asked = terminal('y');
    await confirmed(what, {}, asked);
    expect(asked.shown()).toContain('c-1');
    expect(asked.shown()).toContain('This cannot be undone.');
  });

  it.each([
    ['no', 'n'],
    ['Enter, since no is the default', '\r'],
    ['Ctrl-C', '\u0003'],
  ])('cancels the command: %s', async (_, key) => {
    await expect(confirmed(what, {}, terminal(key))).rejects.toBeInstanceOf(Declined);
  });

  it('needs --yes without a terminal', async () => {
    const pipe = { input: new PassThrough(), output: new PassThrough() };
    await expect(confirmed(what, {}, pipe)).rejects.toBeInstanceOf(UsageError);
    await expect(confirmed(what, { yes: true }, pipe)).resolves.toBeUndefined();
  });
});

describe('An additional action', () => {
  it.each([
    ['y', true],
    ['n', false],
    ['\r', false],
    ['\u0003', false],
  ] as const)('is offered at a terminal: %j', async (key, expected) => {
    const asked = terminal(key);
    expect(await agreed('Revoke c-1 too?', { yes: false }, asked)).toBe(expected);
    expect(asked.shown()).toContain('Revoke c-1 too?');
  });

  it('skips an optional step without a terminal, and with --yes', async () => {
    const pipe = { input: new PassThrough(), output: new PassThrough() };
    expect(await agreed('too?', { yes: false }, pipe)).toBe(false);
    expect(await agreed('too?', { yes: true }, terminal('y'))).toBe(false);
  });
});
