import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { bundled } from './support/bundle.ts';
import { CASES, VECTORS } from './support/vectors.ts';

const CHECK = new URL('support/check-vectors.ts', import.meta.url);

let browser: Browser;

beforeAll(async () => {
  browser = await startChromium();
});

afterAll(() => browser?.close());

describe('diptych/resolve in a browser', () => {
  it('all vectors pass in a page and in a worker', async () => {
    const page = await browser.newPage();
    const code = await bundled(CHECK, ['checkVectors'], { global: 'diptych' });
    await page.addScriptTag({ content: code });
    const vectors = JSON.stringify(VECTORS);
    const inPage: unknown = await page.evaluate(`diptych.checkVectors(${vectors})`);
    expect(inPage).toEqual({ cases: CASES, failures: [] });

    const script = `${code}; onmessage = ({ data }) => postMessage(diptych.checkVectors(data));`;
    const inWorker: unknown = await page.evaluate(`new Promise((resolve, reject) => {
      const source = new Blob([${JSON.stringify(script)}], { type: 'text/javascript' });
      const worker = new Worker(URL.createObjectURL(source));
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = reject;
      worker.postMessage(${vectors});
    })`);
    expect(inWorker).toEqual({ cases: CASES, failures: [] });
  });
});
