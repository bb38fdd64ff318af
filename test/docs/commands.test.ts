import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { program } from '../../src/cli/main.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = globSync(['*.md', 'docs/**/*.md', 'test/attacks/*.md'], { cwd: ROOT });

/** Lines of code blocks, and code inside of text, that call the command. */
const CODE = /^```.*?^```|`[^`\n]+`/gms;
const CALL = /(?:^|[\s$`(])diptych ([a-z][^|;>&#)`\n]*)/gm;

const callsIn = (page: string) =>
  [...readFileSync(`${ROOT}${page}`, 'utf8').matchAll(CODE)].flatMap(([code]) =>
    [...code.matchAll(CALL)].map(([, call = '']) => call.trim().split(/\s+/)),
  );

/** What is wrong with a call; undefined if the command line accepts it. */
function unknownIn(call: readonly string[], root: Command): string | undefined {
  let [command, rest] = [root, call];
  while (command.commands.length > 0 && /^[a-z]/.test(rest[0] ?? '')) {
    const found = command.commands.find((child) => child.name() === rest[0]?.replace(/[.,]$/, ''));
    if (!found) return `no command ${rest[0]}`;
    [command, rest] = [found, rest.slice(1)];
  }
  const options = new Set(
    command
      .createHelp()
      .visibleOptions(command)
      .map(({ long }) => long),
  );
  const sent = rest.filter((word) => word.startsWith('--')).map((word) => word.replace(/[=,].*$/, ''));
  return sent.find((option) => !options.has(option));
}

const root = await program();
const pages = PAGES.map((page) => ({ page, calls: callsIn(page) })).filter(({ calls }) => calls.length > 0);

describe('Commands in the documentation', () => {
  it('the documentation names many commands', () => {
    expect(pages.flatMap(({ calls }) => calls).length).toBeGreaterThan(100);
  });

  it.each(pages)('every command in $page exists, with its options', ({ calls }) => {
    const problems = calls.flatMap((call) => {
      const unknown = unknownIn(call, root);
      return unknown === undefined ? [] : [`diptych ${call.join(' ')}: ${unknown}`];
    });
    expect(problems).toEqual([]);
  });
});
