import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** Only what containers need: the package's own list switches protections off that tests want to see working. */
const ARGS = ['--no-sandbox', '--disable-gpu'];

/** A real browser from the registry; it needs nothing of the machine. */
export async function startChromium(): Promise<Browser> {
  return playwright.launch({ executablePath: await chromium.executablePath(), args: ARGS });
}
