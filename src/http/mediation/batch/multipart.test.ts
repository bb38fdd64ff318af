import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { property } from '../../../../test/support/runs.ts';
import { isBoundary, partsOf, sectionOf } from './multipart.ts';

const boundary = fc
  .string({ unit: fc.constantFrom(..."abcXYZ019'()+_,-./:=? "), minLength: 1, maxLength: 70 })
  .filter(isBoundary);
const bytes = fc.uint8Array({ maxLength: 60 }).map((one) => Buffer.from(one).toString('latin1'));
/** Text that looks like delimiters and line breaks. */
const lookalike = fc.string({ unit: fc.constantFrom('\r', '\n', '-', 'a', ' ', ':'), maxLength: 30 });
const content = fc.oneof(bytes, lookalike);
const lineEnd = fc.constantFrom('\n', '\r\n');

const partsIn = (text: string, name: string, most: number) =>
  partsOf(Buffer.from(text, 'latin1'), name, most)?.map((part) => part.toString('latin1'));

describe('A multipart body (RFC 2046 5.1.1)', () => {
  it('splits a multipart body into its parts', () => {
    const list = fc.array(content, { minLength: 1, maxLength: 6 });
    const around = fc.constantFrom('', 'text');
    fc.assert(
      fc.property(list, boundary, lineEnd, around, around, (parts, name, end, before, after) => {
        fc.pre(parts.every((part) => !part.includes(`--${name}`) && !part.endsWith('\r')));
        const preamble = before === '' ? '' : `${before}${end}`;
        const body = parts.map((part) => `--${name}${end}${part}${end}`).join('');
        const epilogue = after === '' ? '' : `${end}${after}`;
        expect(partsIn(`${preamble}${body}--${name}--${epilogue}`, name, 6)).toEqual(parts);
        expect(partsIn(`${preamble}${body}`, name, 6)).toBeUndefined();
      }),
      property(500),
    );
  });

  it('a multipart body is read only up to one part more than allowed', () => {
    expect(partsIn('--b\n1\n--b\n2\n--b\n3\n--b\n4\n--b--', 'b', 2)).toEqual(['1', '2', '3']);
  });

  it('a delimiter is recognized only on a line of its own, with optional spaces after it', () => {
    const body = '--b \t\r\nx --b\r\n--bb\r\n--b-\r\n\r\n--b-- ';
    expect(partsIn(body, 'b', 9)).toEqual(['x --b\r\n--bb\r\n--b-\r\n']);
  });

  it('parts may be empty, and delimiters may follow each other', () => {
    expect(partsIn('--b\n--b\r\n\r\n--b--', 'b', 9)).toEqual(['', '']);
  });

  it('any text can be read as a multipart body without a failure', () => {
    fc.assert(
      fc.property(content, boundary, (text, name) => {
        partsIn(text, name, 3);
        sectionOf(Buffer.from(text, 'latin1'), true);
        sectionOf(Buffer.from(text, 'latin1'), false);
      }),
      property(500),
    );
  });
});

const token = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
const value = fc.stringMatching(/^(?:[!-~]|[!-~][ -~]{0,20}[!-~])$/);

function sectionIn(text: string, startsWithLine: boolean) {
  const section = sectionOf(Buffer.from(text, 'latin1'), startsWithLine);
  return typeof section === 'string' ? section : { ...section, content: section.content.toString('latin1') };
}

describe('A section of headers and content', () => {
  it('a section is split into its headers and its content', () => {
    const headers = fc.uniqueArray(fc.tuple(token, value), { selector: ([name]) => name, maxLength: 5 });
    fc.assert(
      fc.property(headers, content, lineEnd, (sent, body, end) => {
        fc.pre(!/^\r?\n/.test(body));
        const head = sent.map(([name, text]) => `${name.toUpperCase()}: ${text}${end}`).join('');
        const expected = { headers: new Map(sent), content: body };
        expect(sectionIn(`${head}${end}${body}`, false)).toEqual({ ...expected, firstLine: '' });
        const first = 'GET / HTTP/1.1';
        expect(sectionIn(`${first}${end}${head}${end}${body}`, true)).toEqual({
          ...expected,
          firstLine: first,
        });
      }),
      property(500),
    );
  });

  it('a line that begins with a space continues the header before it', () => {
    expect(sectionIn('Content-ID: <a +\r\n 1>\nx:\n\ty\n\n', false)).toMatchObject({
      headers: new Map([
        ['content-id', '<a + 1>'],
        ['x', 'y'],
      ]),
    });
  });

  it('a section may end without an empty line', () => {
    const expected = { firstLine: 'GET /', headers: new Map([['a', '1']]), content: '' };
    for (const text of ['GET /\na: 1', 'GET /\r\na: 1\r\n', 'GET /\na: 1\n\n'])
      expect(sectionIn(text, true)).toEqual(expected);
  });

  it('repeated headers are joined', () => {
    expect(sectionIn('a: 1\nA: 2\n\n', false)).toMatchObject({ headers: new Map([['a', '1, 2']]) });
  });

  it.each(['no colon', 'a b: c', ': x', 'x: \x00', 'ü: x', ' a: folded onto nothing'])(
    'the malformed header line %j is refused',
    (line) => {
      expect(sectionIn(`${line}\n\n`, false)).toBe('NOT_A_HEADER');
    },
  );

  it('a section has at most 100 lines and 65536 bytes before its content', () => {
    const lines = (count: number) => `${'a: 1\n'.repeat(count)}\n${'x'.repeat(70_000)}`;
    expect(sectionIn(lines(100), false)).toMatchObject({ content: 'x'.repeat(70_000) });
    expect(sectionIn(lines(101), false)).toBe('HEAD_TOO_LARGE');
    const long = (bytes: number) => `${'x'.repeat(bytes - 2)}\n\n`;
    expect(sectionIn(long(65_536), true)).toMatchObject({ firstLine: 'x'.repeat(65_534) });
    expect(sectionIn(long(65_537), true)).toBe('HEAD_TOO_LARGE');
    expect(sectionIn('x'.repeat(65_537), true)).toBe('HEAD_TOO_LARGE');
  });
});
