import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../test/support/any-text.ts';
import { type PageArguments, type PageCursor, pageCursor, pageSizeOf, pageToken } from './page.ts';
import { StatusError } from './status.ts';

const url = new URL('../../test/vectors/conventions/page-token.json', import.meta.url);
const { sizes, tokens, malformed } = JSON.parse(readFileSync(url, 'utf8'));

const refused = expect.objectContaining({ code: 'INVALID_ARGUMENT', reason: 'INVALID_PAGE_TOKEN' });

interface SizeRow {
  readonly sent: number | null;
  readonly size?: number;
  readonly refused?: boolean;
}

interface TokenRow {
  readonly cursor: PageCursor;
  readonly given: PageArguments;
  readonly asked: PageArguments;
  readonly accepted: boolean;
}

describe('Page sizes', () => {
  it.each(sizes.cases as SizeRow[])('the page size $sent is read', ({ sent, size, refused: bad }) => {
    const work = () => pageSizeOf(sent ?? undefined, sizes);
    if (bad) expect(work).toThrow(StatusError);
    else expect(work()).toBe(size);
  });
});

describe('Page tokens', () => {
  it.each(tokens as TokenRow[])(
    'the page token with cursor $cursor for $given is accepted only for the same arguments; sent with $asked',
    ({ cursor, given, asked, accepted }) => {
      const token = pageToken(cursor, given);
      expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
      if (accepted) expect(pageCursor(token, asked)).toEqual(cursor);
      else expect(() => pageCursor(token, asked)).toThrow(refused);
    },
  );

  it.each([...malformed, 'A'.repeat(5000)])('the page token %s is refused', (token) => {
    expect(() => pageCursor(token, {})).toThrow(refused);
  });

  it.each([undefined, ''])('the page token %j means the first page', (token) => {
    expect(pageCursor(token, {})).toBeUndefined();
  });

  it('a page token is decoded to its cursor, for any cursor and arguments', () => {
    const args = fc.dictionary(fc.string(), fc.option(fc.string(), { nil: undefined }), { maxKeys: 4 });
    const cursor = fc.array(fc.oneof(fc.string(), anyText(5)), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(cursor, args, (parts, sent) => {
        expect(pageCursor(pageToken(parts, sent), sent)).toEqual(parts);
      }),
    );
  });

  it('a page token with any character changed, removed or added is refused', () => {
    const args = { parent: 'accounts/pub-1', filter: 'IN(STATE, "ENABLED")' };
    const token = pageToken(['0123456789', 'x'], args);
    const alphabet = 'ABCXYZabcxyz0189-_=+/ ';
    for (let at = 0; at < token.length; at++) {
      const changes = [...alphabet].map((letter) => token.slice(0, at) + letter + token.slice(at + 1));
      for (const changed of [...changes, token.slice(0, at), token.slice(0, at) + token.slice(at + 1)]) {
        if (changed === token || changed === '') continue;
        expect(() => pageCursor(changed, args)).toThrow(refused);
      }
    }
    for (const added of [`${token}A`, `${token}=`, `${token} `, ` ${token}`]) {
      expect(() => pageCursor(added, args)).toThrow(refused);
    }
  });
});
