import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { htmlOf } from '../../../src/conformance/report/html.ts';
import { runWithoutHooks } from '../../conformance/support/run.ts';
import { axeFindings } from '../../console/browser/support/axe.ts';
import { sidewaysAt, tabbingProblems } from '../../console/browser/support/layout.ts';
import { startChromium } from '../../support/chromium.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const path = join(temporaryFolder('conformance'), 'report.html');
let browser: Browser;
beforeAll(async () => {
  // The wrong issuer fails, and cases that need codes are not run.
  const target = { issuerId: 'Another_Issuer' };
  const known = { 'healthCheck.echo': 'ticket 5' };
  writeFileSync(
    path,
    htmlOf(await runWithoutHooks(world(), { target, known, only: ['healthCheck', 'status'] })),
  );
  browser = await startChromium();
});
afterAll(() => browser.close());

describe('The page of a report in a browser', () => {
  it.each([
    { width: 1280, colorScheme: 'light' },
    { width: 375, colorScheme: 'dark' },
  ] as const)(
    'at $width pixels, $colorScheme: it loads nothing, fits, and can be used by keyboard',
    async (look) => {
      const { width, colorScheme } = look;
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.goto(pathToFileURL(path).href);
      expect(requests).toEqual([pathToFileURL(path).href]);
      expect(await page.locator('h2').allTextContents()).toEqual([
        'Failed',
        'Known failures',
        'Warnings',
        'All cases',
      ]);
      expect(await axeFindings(page)).toEqual([]);
      expect(await tabbingProblems(page)).toEqual([]);
      await page.locator('.section summary').first().press('Enter');
      expect(await page.locator('.section').first().getAttribute('open')).toBe('');
      expect(await sidewaysAt(page)).toEqual([]);
      await page.close();
    },
  );
});
