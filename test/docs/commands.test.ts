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
    const found = command.commands.find((child) => child.name() === rest[0]?.replace(/[.,:]$/, ''));
    // A command that also does something by itself has options of its own; a sentence may go on after it.
    if (!found) return command !== root && command.options.length > 0 ? undefined : `no command ${rest[0]}`;
    [command, rest] = [found, rest.slice(1)];
  }
  const options = new Set(
    command
      .createHelp()
      .visibleOptions(command)
      .flatMap(({ short, long }) => [short, long]),
  );
  const sent = rest.filter((word) => word.startsWith('--')).map((word) => word.replace(/[=,.:].*$/, ''));
  return sent.find((option) => !options.has(option));
}

/** Everything that people read, or that prints something to them. */
const TEXTS = globSync(
  [
    '*.md',
    'docs/**/*.{md,yaml,json,html,js}',
    'deploy/**/*',
    'data/**/*.json',
    '{src,console/src}/**/*.{ts,tsx}',
    'scripts/*',
    '.ci/*',
  ],
  { cwd: ROOT, withFileTypes: true },
).flatMap((entry) => (entry.isFile() ? [`${entry.parentPath}/${entry.name}`] : []));

/** They take the package from somebody's own command line, and from the file that was packed. */
const OWN = /(own-command(\.test)?|command-names\.test)\.ts$|first-minutes\.js$/;

/** npx downloads and runs what a stranger registered under the name, unless it may not, or gets the file itself. */
const NPX = /\bnpx\b[^\n`;|&]*\bdiptych\b/g;
const SAFE = /^npx (--no diptych|--yes --package \.\/\S+\.tgz diptych)$/;

const unsafeIn = (text: string) => (text.match(NPX) ?? []).filter((call) => !SAFE.test(call));

describe('npx', () => {
  it('is recognized where it would download', () => {
    const unsafe = [
      'npx diptych',
      'npx -y diptych',
      'npx --yes diptych@latest serve',
      'npx --package diptych diptych',
    ];
    for (const call of unsafe) expect(unsafeIn(`$ ${call} demo`)).toHaveLength(1);
    expect(unsafeIn('npx --no diptych demo; npx --yes --package ./diptych-1.0.0.tgz diptych demo')).toEqual(
      [],
    );
  });

  it('is nowhere called so', () => {
    expect(TEXTS.length).toBeGreaterThan(500);
    const found = TEXTS.filter((path) => !OWN.test(path)).flatMap((path) =>
      unsafeIn(readFileSync(path, 'utf8')).map((call) => `${path}: ${call}`),
    );
    expect(found).toEqual([]);
  });
});

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

/** Strings of the program; a slot of a template is an argument, or options that begin with a space. */
const PRINTED = TEXTS.filter((path) => /\/src\/.*\.tsx?$/.test(path) && !/\.test\.ts$/.test(path));
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm;
/** What begins like a command is the context string of a signature or a key, or a sentence about the program. */
const NO_COMMAND =
  /^(?:mediation groups +X|compromise drill|epoch|erasure receipt|holder +X|partition|for|may) ?/;

/** In a sentence a command ends where the next word is no part of it. */
const PRINTED_CALL =
  /(?<![\w/.@-])diptych ([a-z][^\s'`"|;,>&#)\\]*(?: +(?!and |or |then |what )[^\s'`"|;,>&#)\\]+)*)/g;

const printedIn = (path: string) =>
  [
    ...readFileSync(path, 'utf8')
      .replace(COMMENT, '')
      .replace(/\$\{[^}]*\}/g, ' X')
      .matchAll(PRINTED_CALL),
  ]
    .map(([, call = '']) => call)
    .filter((call) => !NO_COMMAND.test(call))
    .map((call) => call.split(/ +/));

describe('Commands that the program prints', () => {
  const printed = PRINTED.flatMap((path) => printedIn(path).map((call) => ({ path, call })));

  it('are many', () => {
    expect(printed.length).toBeGreaterThan(400);
  });

  it('exist, with their options', () => {
    const problems = printed.flatMap(({ path, call }) => {
      const unknown = unknownIn(call, root);
      return unknown === undefined ? [] : [`${path}: diptych ${call.join(' ')}: ${unknown}`];
    });
    expect(problems).toEqual([]);
  });
});
