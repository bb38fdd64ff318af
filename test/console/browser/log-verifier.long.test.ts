import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VerifiedSeals } from '../../../src/audit/log-verifier.ts';
import { bundled } from '../../resolve/support/bundle.ts';
import { startChromium } from '../../support/chromium.ts';
import { logVectors } from '../../support/sealed-logs.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await startChromium();
});

afterAll(() => browser?.close());

describe('Verifying the audit log in a browser', () => {
  it('every log gets the result that it gets in Node', async () => {
    const vectors = await logVectors();
    const page = await browser.newPage();
    // Web Crypto exists on secure origins only, and localhost is one.
    await page.route('http://localhost/', (route) => route.fulfill({ body: '', contentType: 'text/html' }));
    await page.goto('http://localhost/');
    const module = new URL('support/verify-logs.ts', import.meta.url);
    await page.addScriptTag({ content: await bundled(module, ['verifyLogs'], { global: 'diptych' }) });
    const logs = JSON.stringify(vectors);
    const results = (await page.evaluate(`diptych.verifyLogs(${logs})`)) as readonly VerifiedSeals[];
    for (const [index, { name, result, problem }] of vectors.entries()) {
      expect(results[index], name).toMatchObject(result);
      if (problem === undefined) expect(results[index]?.problem, name).toBeUndefined();
      else expect(results[index]?.problem?.text, name).toContain(problem);
    }
    expect(results).toHaveLength(vectors.length);
  });
});
