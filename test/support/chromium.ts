import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** Only the options that containers need. The package's own list turns off protections that the tests check. */
const ARGS = ['--no-sandbox', '--disable-gpu'];

const CACHE = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
const UNPACKED = join(CACHE, 'chromium');

/**
 * The package unpacks into the temporary folder under a fixed name. A run could start a half-unpacked browser
 * of another run, and could not start a browser of another user. So it unpacks into a new folder, which is
 * renamed when it is complete.
 */
async function unpack(): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(`${UNPACKED}-`);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    await chromium.executablePath();
    await rename(folder, UNPACKED);
  } catch (error) {
    // Another run has unpacked the browser in the meantime.
    if (!existsSync(UNPACKED)) throw error;
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Time limit of a page in milliseconds: less than that of a test, so that the failure says what did not appear. */
const PATIENCE = 90_000;

/** A real browser from the npm registry; the machine needs no browser of its own. */
async function launch(): Promise<Browser> {
  if (!existsSync(UNPACKED)) await unpack();
  // A test that emits a signal in this process would end it with the browser.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const options = { executablePath: join(UNPACKED, 'chromium'), args: ARGS, timeout: PATIENCE, ...signals };
  const browser = await playwright.launch(options);
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (given) => {
    const context = await newContext(given);
    context.setDefaultTimeout(PATIENCE);
    return context;
  };
  // It ends with this process.
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return browser;
}

let browser: Promise<Browser> | undefined;

/**
 * The browser of this worker, which all its tests share because a start takes longer than many of them. Contexts share
 * nothing; `close` closes those that are open.
 */
export async function startChromium(): Promise<Browser> {
  if (browser && !(await browser).isConnected()) browser = undefined;
  browser ??= launch();
  return browser;
}
