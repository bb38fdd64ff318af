import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** Only what containers need: the package's own list switches protections off that tests want to see working. */
const ARGS = ['--no-sandbox', '--disable-gpu'];

const CACHE = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));
const UNPACKED = join(CACHE, 'chromium');

/**
 * The package unpacks into the folder for temporary files, under one name: a run would start what another one has
 * half written, and could not start what belongs to another user. So it unpacks beside, and what is whole moves.
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
    // Another run was faster.
    if (!existsSync(UNPACKED)) throw error;
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ends what hangs on a page, milliseconds. */
const PATIENCE = 180_000;

/** A real browser from the registry; it needs nothing of the machine. */
export async function startChromium(): Promise<Browser> {
  if (!existsSync(UNPACKED)) await unpack();
  const options = { executablePath: join(UNPACKED, 'chromium'), args: ARGS, timeout: PATIENCE };
  const browser = await playwright.launch(options);
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (given) => {
    const context = await newContext(given);
    context.setDefaultTimeout(PATIENCE);
    return context;
  };
  return browser;
}
