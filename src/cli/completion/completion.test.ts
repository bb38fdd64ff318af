import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { bashCompletion, zshCompletion } from './bash.ts';
import { fishCompletion } from './fish.ts';

const folder = temporaryFolder('completion');

/** Prints the names of contexts as the command line does; starting the command line takes longer. */
beforeAll(() => {
  const script = `#!/bin/sh\n[ "$*" = 'contexts list --names' ] && printf 'preview\\nproduction\\nstaging\\n'\n`;
  writeFileSync(join(folder, 'diptych'), script, { mode: 0o700 });
});

const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };

const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;

const quoted = (words: readonly string[]) =>
  words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');

/** What a shell offers behind these words. */
const SHELLS = {
  bash(words: readonly string[]): string {
    const call = `COMP_WORDS=(${quoted(words)}); COMP_CWORD=${words.length - 1}; _diptych; echo "\${COMPREPLY[*]}"`;
    return spawnSync('bash', ['--norc', '-c', `${bashCompletion()}\n${call}`], { encoding: 'utf8', env })
      .stdout;
  },
  // As bashcompinit calls functions. zsh itself leaves out the words that begin otherwise.
  zsh(words: readonly string[]): string {
    const call = `f() { emulate -L sh; COMP_WORDS=(${quoted(words)}); COMP_CWORD=${words.length - 1}; _diptych; echo "\${COMPREPLY[*]}"; }; f`;
    const { stdout } = spawnSync('zsh', ['-f'], {
      input: `${zshCompletion()}\n${call}`,
      encoding: 'utf8',
      env,
    });
    return stdout
      .split(/\s+/)
      .filter((word) => word.startsWith(words.at(-1) ?? ''))
      .join(' ');
  },
  fish(words: readonly string[]): string {
    const script = join(folder, 'completion.fish');
    writeFileSync(script, `${fishCompletion()}\ncomplete -C ${quoted([words.join(' ')])}\n`);
    const { stdout } = spawnSync('fish', ['--no-config', script], { encoding: 'utf8', env });
    return stdout.replace(/\t.*/g, '');
  },
};

describe.each(Object.entries(SHELLS))('Completion in %s', (shell, complete) => {
  const offered = (...words: readonly string[]) =>
    complete(words)
      .split(/\s+/)
      .filter((word) => word !== '')
      .toSorted();

  it.skipIf(!has(shell))(`${shell} completes commands, options and values (needs ${shell})`, () => {
    expect(offered('diptych', 'use')).toEqual(['users']);
    expect(offered('diptych', 'users', 'passw')).toEqual(['password']);
    expect(offered('diptych', 'mediation', 'groups', 'un')).toEqual(['unarchive']);
    expect(offered('diptych', 'users', 'create', 'ada@example.com', '--rol')).toEqual(['--role']);
    expect(offered('diptych', 'users', 'create', '--role', 'a')).toEqual(['administrator', 'approver']);
    expect(offered('diptych', 'completion', 'z')).toEqual(['zsh']);
  });

  it.skipIf(!has(shell))(`${shell} completes the names of contexts (needs ${shell})`, () => {
    expect(offered('diptych', 'users', 'list', '--context', 'pr')).toEqual(['preview', 'production']);
    expect(offered('diptych', 'contexts', 'use', 's')).toEqual(['staging']);
  });
});
