import { globSync, readFileSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { EXIT_HELP, EXIT_OF, fail } from './exit.ts';

const page = readFileSync(new URL('../../docs/reference/errors.md', import.meta.url), 'utf8');
const listed = [...page.matchAll(/^\| (\d) \| (.*) \|$/gm)].map(
  ([, status, meaning]) => `${status} ${meaning}`,
);

it('docs/reference/errors.md lists the exit statuses that --help names', () => {
  expect(EXIT_HELP.replaceAll('\n', ' ')).toBe(`Exit status: ${listed.join(', ')}.`);
});

it('each error with an exit status is the name of a class', () => {
  const sources = globSync('**/*.ts', { cwd: new URL('..', import.meta.url) });
  const names = sources.flatMap((file) =>
    [
      ...readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').matchAll(
        /override readonly name = '(\w+)'/g,
      ),
    ].map(([, name = '']) => name),
  );
  expect(Object.keys(EXIT_OF).filter((name) => !names.includes(name))).toEqual([]);
});

it('a file that the user may not open is an error with a remedy, without a stack', () => {
  const { exitCode } = process;
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    printed.mockRestore();
    process.exitCode = exitCode;
  });
  const message = "EACCES: permission denied, open 'code.key'";
  fail(Object.assign(new Error(message), { code: 'EACCES', syscall: 'open', path: 'code.key' }));
  expect(printed.mock.calls).toEqual([
    [`diptych: ${message}; run this as the user who owns it, or give this user access\n`],
  ]);
});
