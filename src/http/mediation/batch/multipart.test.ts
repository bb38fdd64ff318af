import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { property } from '../../../../test/support/runs.ts';
import { isBoundary, partsOf, sectionOf } from './multipart.ts';

const boundary = fc
  .string({ unit: fc.constantFrom(..."abcXYZ019'()+_,-./:=? "), minLength: 1, maxLength: 70 })
  .filter(isBoundary);
const bytes = fc.uint8Array({ maxLength: 60 }).map((one) => Buffer.from(one).toString('latin1'));
/** Text that looks like delimiters and line ends. */
const lookalike = fc.string({ unit: fc.constantFrom('\r', '\n', '-', 'a', ' ', ':'), maxLength: 30 });
const content = fc.oneof(bytes, lookalike);
const lineEnd = fc.constantFrom('\n', '\r\n');

const token = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
const value = fc.stringMatching(/^(?:[!-~]|[!-~][ -~]{0,20}[!-~])$/);

describe('a multipart body (RFC 2046 5.1.1)', () => {
  it('gives the parts that it was made of', () => {
    const list = fc.array(content, { minLength: 1, maxLength: 6 });
    const around = fc.constantFrom('', 'text');
    fc.assert(
      fc.property(list, boundary, lineEnd, around, around, (parts, name, end, before, after) => {
        fc.pre(parts.every((part) => !part.includes(`--${name}`) && !part.endsWith('\r')));
        const preamble = before === '' ? '' : `${before}${end}`;
        const body = parts.map((part) => `--${name}${end}${part}${end}`).join('');
        const epilogue = after === '' ? '' : `${end}${after}`;
        expect(partsOf(`${preamble}${body}--${name}--${epilogue}`, name, 6)).toEqual(parts);
        expect(partsOf(`${preamble}${body}`, name, 6)).toBeUndefined();
      }),
      property(500),
    );
  });

  it('is not read further than the parts that are allowed and one more', () => {
    expect(partsOf('--b\n1\n--b\n2\n--b\n3\n--b\n4\n--b--', 'b', 2)).toEqual(['1', '2', '3']);
  });

  it('has delimiters at the beginning of lines only, alone on them but for spaces', () => {
    const body = '--b \t\r\nx --b\r\n--bb\r\n--b-\r\n\r\n--b-- ';
    expect(partsOf(body, 'b', 9)).toEqual(['x --b\r\n--bb\r\n--b-\r\n']);
  });

  it('may be any text', () => {
    fc.assert(
      fc.property(content, boundary, (text, name) => {
        partsOf(text, name, 3);
        sectionOf(text, true);
        sectionOf(text, false);
      }),
      property(500),
    );
  });
});

describe('a section of headers and content', () => {
  it('gives what it was made of', () => {
    const headers = fc.uniqueArray(fc.tuple(token, value), { selector: ([name]) => name, maxLength: 5 });
    fc.assert(
      fc.property(headers, content, lineEnd, (sent, body, end) => {
        fc.pre(!/^\r?\n/.test(body));
        const head = sent.map(([name, text]) => `${name.toUpperCase()}: ${text}${end}`).join('');
        const expected = { headers: new Map(sent), content: body };
        expect(sectionOf(`${head}${end}${body}`, false)).toEqual({ ...expected, firstLine: '' });
        const first = 'GET / HTTP/1.1';
        expect(sectionOf(`${first}${end}${head}${end}${body}`, true)).toEqual({
          ...expected,
          firstLine: first,
        });
      }),
      property(500),
    );
  });

  it('goes on with lines that begin with a space', () => {
    expect(sectionOf('Content-ID: <a +\r\n 1>\nx:\n\ty\n\n', false)?.headers).toEqual(
      new Map([
        ['content-id', '<a + 1>'],
        ['x', 'y'],
      ]),
    );
  });

  it('may end without an empty line', () => {
    const expected = { firstLine: 'GET /', headers: new Map([['a', '1']]), content: '' };
    for (const text of ['GET /\na: 1', 'GET /\r\na: 1\r\n', 'GET /\na: 1\n\n'])
      expect(sectionOf(text, true)).toEqual(expected);
  });

  it('joins headers that are repeated', () => {
    expect(sectionOf('a: 1\nA: 2\n\n', false)?.headers).toEqual(new Map([['a', '1, 2']]));
  });

  it.each(['no colon', 'a b: c', ': x', 'x: \x00', 'ü: x'])('has no line such as %j', (line) => {
    expect(sectionOf(`${line}\n\n`, false)).toBeUndefined();
  });
});
