import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mayGzip, VARY } from './request-headers.ts';

const url = new URL('../../test/vectors/conventions/gzip.json', import.meta.url);
const vectors = JSON.parse(readFileSync(url, 'utf8'));

interface Row {
  readonly acceptEncoding: string | null;
  readonly userAgent: string | null;
  readonly size: number;
  readonly gzip: boolean;
}

describe('Compression of answers', () => {
  it.each(vectors.cases as Row[])(
    'an answer of $size bytes for Accept-Encoding $acceptEncoding and User-Agent $userAgent is compressed: $gzip',
    (row) => {
      const { acceptEncoding, userAgent, size, gzip } = row;
      const request = {
        acceptEncoding: acceptEncoding ?? undefined,
        userAgent: userAgent ?? undefined,
        size,
      };
      expect(mayGzip(request)).toBe(gzip);
    },
  );

  it('answers always have Vary with both headers', () => {
    expect(VARY).toBe(vectors.vary);
  });
});
