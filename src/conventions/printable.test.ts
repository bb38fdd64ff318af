import { describe, expect, it } from 'vitest';
import { isPrintable, LINES, ONE_LINE, oneLine, severalLines } from './printable.ts';

const LINE = [
  '\u0000',
  '\u0007',
  '\u001b',
  '\u007f',
  '\u009b',
  '\u061c',
  '\u200e',
  '\u2028',
  '\u202e',
  '\u2069',
  '\ud800',
];
const OTHERS = ['', 'Ünï', '東京', '👩‍👩‍👧', 'می‌خواهم', 'a\u00a0b', '\u{1f3f4}\u{e0067}\u{e007f}'];

describe('Printable text', () => {
  it.each([...LINE, '\n', '\r', '\t'])('of one line has no %j', (one) => {
    expect(isPrintable(`a${one}b`)).toBe(false);
    expect(new RegExp(ONE_LINE, 'u').test(`a${one}b`)).toBe(false);
    expect(isPrintable(oneLine(`a${one}b`))).toBe(true);
  });

  it.each(LINE)('of several lines has no %j', (one) => {
    expect(new RegExp(LINES, 'u').test(`a\r\n\t${one}b`)).toBe(false);
    expect(severalLines(`a\n${one}b`)).toMatch(/^a\n\\u[0-9a-f]{4}b$/);
  });

  it.each(OTHERS)('may be %j', (text) => {
    expect(isPrintable(text)).toBe(true);
    expect(new RegExp(LINES, 'u').test(`${text}\r\n\t${text}`)).toBe(true);
    expect([oneLine(text), severalLines(text)]).toEqual([text, text]);
  });

  it('escapes JSON to the same JSON', () => {
    const value = { 'k\u009b': ['\u202e', '\u2028\n'] };
    const text = severalLines(JSON.stringify(value, null, 2));
    expect(text).not.toMatch(/[\u0080-\u009f\u2028\u202e]/u);
    expect(JSON.parse(text)).toEqual(value);
  });

  it('the pattern for several lines takes linear time', () => {
    expect(new RegExp(LINES, 'u').test(`${'\n'.repeat(100_000)}\u0000`)).toBe(false);
  });
});
