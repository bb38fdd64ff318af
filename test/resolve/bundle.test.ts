import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bundled, useShipped } from './support/bundle.ts';
import { CASES, VECTORS } from './support/vectors.ts';

const CHECK = new URL('support/check-vectors.ts', import.meta.url);

/** Bytes of the bundle with its libraries. */
const MOST = 8192;

const shipped = useShipped();

describe('diptych/resolve of the package in an app', () => {
  it('it is one file that imports nothing, at most 8 KB gzipped with everything in it', async () => {
    const code = await bundled(shipped(), ['parseSnapshot', 'resolve', 'explain', 'slotOf', 'variantOf']);
    expect(readFileSync(shipped(), 'utf8')).not.toMatch(/^import |\brequire\(|node:/m);
    expect(gzipSync(code).length).toBeLessThanOrEqual(MOST);
  });

  it('the part that an app needs is at most 8 KB gzipped with its libraries, and contains no explanations', async () => {
    const code = await bundled(shipped(), ['parseSnapshot', 'resolve']);
    expect(gzipSync(code).length).toBeLessThanOrEqual(MOST);
    expect(code).not.toContain('OWN_NETWORK_ALONE');
    expect(await bundled(shipped(), ['explain'])).toContain('OWN_NETWORK_ALONE');
  });

  it('it needs nothing but the language: all vectors pass in a context without any other global', async () => {
    const code = await bundled(CHECK, ['checkVectors'], {
      global: 'diptych',
      shipped: shipped(),
    });
    const found: unknown = runInNewContext(
      `${code}; JSON.stringify([typeof TextEncoder, diptych.checkVectors(JSON.parse(vectors))])`,
      { vectors: JSON.stringify(VECTORS) },
    );
    expect(JSON.parse(String(found))).toEqual(['undefined', { cases: CASES, failures: [] }]);
  });
});
