import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bundled } from './support/bundle.ts';
import { CASES, VECTORS } from './support/vectors.ts';

const RESOLVE = new URL('../../src/resolve/index.ts', import.meta.url);
const CHECK = new URL('support/check-vectors.ts', import.meta.url);

/** Bytes of the bundle with its libraries. */
const MOST = 8192;

describe('diptych/resolve in an app', () => {
  it('the part that an app needs is at most 8 KB gzipped with its libraries, and contains no explanations', async () => {
    const code = await bundled(RESOLVE, ['parseSnapshot', 'resolve']);
    expect(gzipSync(code).length).toBeLessThanOrEqual(MOST);
    expect(code).not.toContain('OWN_NETWORK_ALONE');
    expect(await bundled(RESOLVE, ['explain'])).toContain('OWN_NETWORK_ALONE');
  });

  it('it needs nothing but the language: all vectors pass in a context without any other global', async () => {
    const code = await bundled(CHECK, ['checkVectors'], { global: 'diptych' });
    const found: unknown = runInNewContext(
      `${code}; JSON.stringify([typeof TextEncoder, diptych.checkVectors(JSON.parse(vectors))])`,
      { vectors: JSON.stringify(VECTORS) },
    );
    expect(JSON.parse(String(found))).toEqual(['undefined', { cases: CASES, failures: [] }]);
  });
});
