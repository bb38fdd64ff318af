import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

/** They say that something happened, or where, and not what the file has. */
const LITTLE_WORDS =
  `ahead at-most begin each end ending found fresh from-here held keep kept known lane lanes lazily
left-out live looks observed on-demand past recent round sealed served settle settled shared sight stored sweep told track
turns under-way use visible whole within`.split(/\s/);

const stems = (folder: string) =>
  readdirSync(new URL(`../../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => basename(path).split('.', 1)[0]!);

it.each(['src', 'bench'])('no file of %s is named by a little word', (folder) => {
  expect(stems(folder).filter((stem) => LITTLE_WORDS.includes(stem))).toEqual([]);
});

it('no suite is named by the number of a rule or ruling', () => {
  expect(stems('test').filter((stem) => /^rul(e|ing)s?-\d/.test(stem))).toEqual([]);
});
