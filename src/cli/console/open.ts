import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The program of the desktop that opens an address; undefined without a desktop. */
export function openerOf(platform: string, environment: NodeJS.ProcessEnv): readonly string[] | undefined {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  const { DISPLAY, WAYLAND_DISPLAY } = environment;
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : undefined;
}

const entities = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** A page that redirects to the address. */
const redirection = (address: string) =>
  `<!doctype html><meta charset="utf-8"><title>Diptych</title><meta http-equiv="refresh" content="0;url=${entities(address)}">\n`;

/** How long the browser has to read the page, in milliseconds. */
const READ_WITHIN = 5000;

function run([program = '', ...options]: readonly string[], target: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, [...options, target], { stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', (status) => resolve(status === 0));
  });
}

/**
 * Opens the address in the browser of the desktop; returns false if that fails. The address is passed in a
 * file that only this user can read, because every user of the machine can see the arguments of a program.
 */
export async function openInBrowser(
  opener: readonly string[],
  address: string,
  readWithin = READ_WITHIN,
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-console-'));
  try {
    const file = join(folder, 'console.html');
    writeFileSync(file, redirection(address), { mode: 0o600 });
    if (!(await run(opener, pathToFileURL(file).href))) return false;
    await new Promise((resolve) => setTimeout(resolve, readWithin));
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
