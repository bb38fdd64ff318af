import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { percentText } from '../../src/conventions/percent.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

const filesOf = (...patterns: readonly string[]) =>
  globSync(patterns, { cwd: ROOT }).filter((path) => !/\.test\.tsx?$|\/images\//.test(path));

/** Lines that people read: no comments, and no remainders of divisions. */
function linesOf(path: string): readonly string[] {
  const lines = readFileSync(`${ROOT}${path}`, 'utf8').split('\n');
  return path.endsWith('.md') ? lines : lines.filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line));
}

const linesWith = (paths: readonly string[], pattern: RegExp) =>
  paths.flatMap((path) =>
    linesOf(path)
      .filter((line) => pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );

/** A number before a blank and a percent sign, behind which no operand follows. */
const WITH_BLANK = /[0-9}][ \u00a0\u202f]%(?! ?[0-9(]| ?[a-z]+[A-Z]| [A-Z]{2,}| (?:size|length|n)\b)/;

describe('Percentages', () => {
  it.each([
    [0.463, '46.3%'],
    [0.5, '50%'],
    [0, '0%'],
    [-0.0001, '0%'],
  ])('%d is written %s', (share, text) => expect(percentText(share)).toBe(text));

  it('shares below each other have equal decimals', () =>
    expect([0.5, 0.949].map((share) => percentText(share, { isFixed: true }))).toEqual(['50.0%', '94.9%']));

  it('a change has its sign, none if there is no change, and equal decimals beside others', () =>
    expect([0.042, -0.03, 0].map((change) => percentText(change, { isChange: true }))).toEqual([
      '+4.2%',
      '-3.0%',
      '0.0%',
    ]));

  it('texts of consoles, commands, dashboards and pages have no blank before the sign', () => {
    const paths = filesOf(
      'console/src/**/*.{ts,tsx}',
      'src/{cli,client,demo,admin,mediation/lint,mediation/as-code,http/operations}/**/*.ts',
      'deploy/**/*.{yml,json}',
      'README.md',
      'docs/{start,explain,integrate,operate,reference}/**/*.md',
    );
    expect(paths.length).toBeGreaterThan(500);
    expect(linesWith(paths, WITH_BLANK)).toEqual([]);
  });

  it('the words of the consoles have no percentage that is written by hand', () => {
    const paths = filesOf('console/src/messages/**/*.ts');
    expect(linesWith(paths, /[0-9}][ \u00a0\u202f]?%/)).toEqual([]);
  });

  it('no other code formats one', () => {
    const paths = filesOf('console/src/**/*.{ts,tsx}', 'src/**/*.ts').filter(
      (path) => path !== 'src/conventions/percent.ts',
    );
    expect(linesWith(paths, /style: 'percent'/)).toEqual([]);
  });
});
