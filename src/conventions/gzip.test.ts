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

describe('gzip', () => {
  it.each(vectors.cases as Row[])('$acceptEncoding from $userAgent, $size bytes: $gzip', (row) => {
    const { acceptEncoding, userAgent, size, gzip } = row;
    const request = { acceptEncoding: acceptEncoding ?? undefined, userAgent: userAgent ?? undefined, size };
    expect(mayGzip(request)).toBe(gzip);
  });

  it('always varies by both headers', () => {
    expect(VARY).toBe(vectors.vary);
  });
});
