import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { property } from '../../../../test/support/runs.ts';
import { isBoundary, partsOf } from './multipart.ts';
import { sectionOf } from './section.ts';

const boundary = fc
  .string({ unit: fc.constantFrom(..."abcXYZ019'()+_,-./:=? "), minLength: 1, maxLength: 70 })
  .filter(isBoundary);
const bytes = fc.uint8Array({ maxLength: 60 }).map((one) => Buffer.from(one).toString('latin1'));
/** Text that looks like delimiters and line ends. */
const lookalike = fc.string({ unit: fc.constantFrom('\r', '\n', '-', 'a', ' ', ':'), maxLength: 30 });
const content = fc.oneof(bytes, lookalike);
const lineEnd = fc.constantFrom('\n', '\r\n');

const partsIn = (text: string, name: string, most: number) =>
  partsOf(Buffer.from(text, 'latin1'), name, most)?.map((part) => part.toString('latin1'));

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
        expect(partsIn(`${preamble}${body}--${name}--${epilogue}`, name, 6)).toEqual(parts);
        expect(partsIn(`${preamble}${body}`, name, 6)).toBeUndefined();
      }),
      property(500),
    );
  });

  it('is not read further than the parts that are allowed and one more', () => {
    expect(partsIn('--b\n1\n--b\n2\n--b\n3\n--b\n4\n--b--', 'b', 2)).toEqual(['1', '2', '3']);
  });

  it('has delimiters at the beginning of lines only, alone on them but for spaces', () => {
    const body = '--b \t\r\nx --b\r\n--bb\r\n--b-\r\n\r\n--b-- ';
    expect(partsIn(body, 'b', 9)).toEqual(['x --b\r\n--bb\r\n--b-\r\n']);
  });

  it('may have empty parts, and delimiters that follow each other', () => {
    expect(partsIn('--b\n--b\r\n\r\n--b--', 'b', 9)).toEqual(['', '']);
  });

  it('can be read from any text without a failure', () => {
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
