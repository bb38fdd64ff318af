import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { bundled, useShipped } from './support/bundle.ts';
import { CASES, VECTORS } from './support/vectors.ts';

const CHECK = new URL('support/check-vectors.ts', import.meta.url);

const shipped = useShipped();

let browser: Browser;

beforeAll(async () => {
  browser = await startChromium();
});

afterAll(() => browser?.close());

describe('diptych/resolve of the package in a browser', () => {
  it('the file runs as it is, as a module', async () => {
    const page = await browser.newPage();
    const address = `data:text/javascript;base64,${readFileSync(shipped()).toString('base64')}`;
    const status = await page.evaluate(`import('${address}').then(
      ({ parseSnapshot, slotOf }) => [parseSnapshot('{}').status, slotOf('', 'a')])`);
    expect(status).toEqual(['MALFORMED', 143]);
  });

  it('all vectors pass in a page and in a worker', async () => {
    const page = await browser.newPage();
    const code = await bundled(CHECK, ['checkVectors'], {
      global: 'diptych',
      shipped: shipped(),
    });
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
