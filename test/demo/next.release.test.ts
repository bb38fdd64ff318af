import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium } from '../support/chromium.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let server: ChildProcess;
let data: string;
/** What the demo prints after its last step. */
let next = '';

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'diptych-next-'));
  server = spawn(process.execPath, ['bin/diptych.js', 'demo', '--data', data], { cwd: root });
  let out = '';
  for await (const chunk of server.stdout!) {
    out += String(chunk);
    next = out.slice(out.indexOf('What to try next'));
    if (/ methods .*\n/.test(next)) break;
  }
}, 120_000);

afterAll(async () => {
  server.kill();
  await once(server, 'exit');
  rmSync(data, { recursive: true, force: true });
});

const row = (label: string) => new RegExp(`^  ${label} +(.*)$`, 'm').exec(next)?.[1] ?? '';

/** Pastes a line into a shell in the clone. */
const paste = (line: string) => execFileSync('bash', ['-c', line], { cwd: root, encoding: 'utf8' });

describe('What the demo names at its end', () => {
  it('both addresses of consoles sign in', async () => {
    const browser = await startChromium();
    for (const console of ['operators', 'mediation']) {
      const page = await browser.newPage();
      await page.goto(row(console));
      await page.getByRole('main').getByRole('heading').first().waitFor();
      expect(await page.getByLabel('Password').count()).toBe(0);
    }
    await browser.close();
  });

  it('the call of the API can be pasted', () => {
    const { mediationGroups } = JSON.parse(paste(row('groups')));
    expect(mediationGroups.map(({ displayName }: { displayName: string }) => displayName)).toContain('Races');
  });

  it('the addresses of the descriptions can be opened', async () => {
    for (const label of ['discovery', 'methods']) expect((await fetch(row(label))).status).toBe(200);
  });

  it('the commands of the phone put a licence on it', () => {
    paste(row('1'));
    const [, id = ''] = /proofing (\S+) is pending/.exec(paste(row('2'))) ?? [];
    paste(row('3').replace('ID', id));
    expect(paste(row('4'))).toContain('credential');
    expect(paste(row('5'))).toContain('portrait');
  });
});
