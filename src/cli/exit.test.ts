import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ApiError, AwaitsApproval, Unreachable } from '../client/errors.ts';
import { UnavailableError } from '../conventions/errors.ts';
import { Declined, UsageError } from './cli-errors.ts';
import { EXIT_HELP, fail } from './exit.ts';

const page = readFileSync(new URL('../../docs/reference/errors.md', import.meta.url), 'utf8');
const listed = [...page.matchAll(/^\| (\d) \| (.*) \|$/gm)].map(
  ([, status, meaning]) => `${status} ${meaning}`,
);

it('docs/reference/errors.md lists the exit statuses that --help names', () => {
  expect(EXIT_HELP.replaceAll('\n', ' ')).toBe(`Exit status: ${listed.join(', ')}.`);
});

/** What would be printed; the test ends with the status of before. */
function unprinted() {
  const { exitCode } = process;
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    printed.mockRestore();
    process.exitCode = exitCode;
  });
  return printed;
}

function statusAfter(error: Error) {
  unprinted();
  fail(error);
  return process.exitCode;
}

it.each([
  [new UsageError('x'), 2],
  [new ApiError(404, {}), 1],
  [new Unreachable('x'), 3],
  [new AwaitsApproval({ method: 'x' } as never), 4],
  [new UnavailableError('x'), 3],
  [new Declined('x'), 1],
])('the status of %s is in a field of it', (error, status) => {
  expect([statusAfter(error), statusAfter(new Error('a fault'))]).toEqual([status, 1]);
});

it('a file that the user may not open is an error with a remedy, without a stack', () => {
  const printed = unprinted();
  const message = "EACCES: permission denied, open 'code.key'";
  fail(Object.assign(new Error(message), { code: 'EACCES', syscall: 'open', path: 'code.key' }));
  expect(printed.mock.calls).toEqual([
    [`diptych: ${message}; run this as the user who owns it, or give this user access\n`],
  ]);
});
