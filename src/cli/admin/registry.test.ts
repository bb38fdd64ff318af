import type { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { METHOD_NAMES, methodNamed } from '../../admin/contract/index.ts';
import { program } from '../main.ts';

let root: Command;
beforeAll(async () => {
  root = await program();
});

function commandAt(words: string): Command | undefined {
  return words
    .split(' ')
    .reduce<Command | undefined>((at, word) => at?.commands.find((one) => one.name() === word), root);
}

const WITH_COMMAND = METHOD_NAMES.flatMap((name) => {
  const { command, final } = methodNamed(name);
  return typeof command === 'string' ? [{ name, command, final }] : [];
});

describe('Each method of the admin interface', () => {
  it.each(WITH_COMMAND)('$name has the command that the registry names: $command', ({ command }) => {
    expect(commandAt(command)?.name()).toBe(command.split(' ').at(-1));
  });

  it('lists the methods without a command of their own', () => {
    const without = METHOD_NAMES.filter((name) => typeof methodNamed(name).command !== 'string');
    expect(without).toEqual([
      'listDocumentTypes',
      'nameHolders',
      'decideProofings',
      'clearActions',
      'replayNotifications',
      'getSeries',
      'getKeyCompromise',
      'findUser',
      'getUser',
      'getOAuthClient',
      'getSettings',
      'getFindings',
    ]);
  });

  it.each(WITH_COMMAND.filter(({ final }) => final !== undefined))(
    'asks before what cannot be undone, unless --yes is given: $command',
    ({ command }) => {
      expect(commandAt(command)?.options.map(({ long }) => long)).toContain('--yes');
    },
  );
});
