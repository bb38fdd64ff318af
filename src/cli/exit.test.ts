import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EXIT_HELP } from './exit.ts';

const page = readFileSync(new URL('../../docs/reference/errors.md', import.meta.url), 'utf8');
const listed = [...page.matchAll(/^\| (\d) \| (.*) \|$/gm)].map(
  ([, status, meaning]) => `${status} ${meaning}`,
);

it('docs/reference/errors.md lists the exit statuses that --help names', () => {
  expect(EXIT_HELP.replaceAll('\n', ' ')).toBe(`Exit status: ${listed.join(', ')}.`);
});
