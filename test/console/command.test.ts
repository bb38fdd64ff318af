import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openerOf, openInBrowser } from '../../src/cli/console/open.ts';
import { diptych, to } from '../support/cli.ts';
import { newOperator } from '../support/operator.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useWorld } from '../support/use-world.ts';
import { startWorld, WITH_CONSOLES } from '../support/world.ts';
import { consolePage } from './support/console-http.ts';

const world = useWorld({ settings: WITH_CONSOLES });

describe('diptych console', () => {
  it('diptych console prints an address that creates the first administrator, until there is one', async () => {
    const { exit, out } = await diptych('console', ...to(world()));
    expect([exit, out]).toEqual([0, expect.stringContaining('There is no administrator yet')]);
    const [, address = '', code = ''] = /(http:\/\/\S+)#code=(\S+)/.exec(out) ?? [];
    expect(address).toBe(`${world().server.adminUrl}/console/`);
    const started = await consolePage(world().server.adminUrl).post('/session:start', { code });
    expect(started.status).toBe(200);
  });

  it('diptych console prints the answer as JSON', async () => {
    const { exit, out } = await diptych('console', ...to(world()), '--json');
    expect(exit).toBe(0);
    expect(Object.keys(JSON.parse(out))).toEqual(['url', 'code', 'expireTime']);
  });

  it('diptych console prints the address without a code once there is an administrator', async () => {
    const { connection } = await newOperator(world(), 'administrator');
    const { out } = await diptych('console', ...to(world()));
    expect(out).toContain(`${world().server.adminUrl}/console/\n`);
    expect(out).not.toContain('#code=');
    const asUser = await diptych(
      'console',
      '--admin-url',
      connection.url,
      '--token',
      connection.token,
      '--json',
    );
    expect(JSON.parse(asUser.out)).toEqual({ url: `${world().server.adminUrl}/console/` });
  });

  it('diptych console --as-admin fails and says what to do once it signs nobody in', async () => {
    const { exit, out, err } = await diptych('console', ...to(world()), '--as-admin');
    expect([exit, out]).toEqual([1, expect.stringContaining(`${world().server.adminUrl}/console/`)]);
    expect(err).toContain('diptych users create EMAIL --role administrator');
  });

  it('diptych console exits with 3 if no server answers', async () => {
    const { exit } = await diptych('console', '--admin-url', 'http://127.0.0.1:1', '--token', 'x');
    expect(exit).toBe(3);
  });
});

describe('Where the consoles are off', () => {
  it('if the consoles are off, diptych console says so, and no address serves a page', async () => {
    const off = await startWorld({ settings: { 'console.enabled': false } });
    try {
      const { exit, err } = await diptych('console', ...to(off));
      expect([exit, err]).toEqual([1, expect.stringContaining('console.enabled')]);
      for (const origin of [off.url, off.server.adminUrl])
        for (const path of ['/', '/console/', '/console/api/session', '/docs/api'])
          expect((await fetch(`${origin}${path}`)).status).toBe(404);
    } finally {
      await off.close();
    }
  });
});

describe('The browser of the desktop', () => {
  it('diptych console opens the browser if there is a desktop', () => {
    expect(openerOf('darwin', {})).toEqual(['open']);
    expect(openerOf('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open']);
    expect(openerOf('linux', { DISPLAY: ':0' })).toEqual(['xdg-open']);
    expect(openerOf('linux', {})).toBeUndefined();
  });

  it('the browser reads the address from a private file, because others can read the arguments of a program', async () => {
    const folder = temporaryFolder('opener');
    const [script, seen] = [join(folder, 'opener.mjs'), join(folder, 'seen.json')];
    writeFileSync(
      script,
      `import { readFileSync, statSync, writeFileSync } from 'node:fs';
       const file = new URL(process.argv[2]);
       const text = readFileSync(file, 'utf8');
       writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ file: file.pathname, text, mode: statSync(file).mode & 0o777 }));`,
    );
    const address = 'http://127.0.0.1:8081/console/#code=secret';
    expect(await openInBrowser([process.execPath, script], address, 0)).toBe(true);
    const { file, text, mode } = JSON.parse(readFileSync(seen, 'utf8'));
    expect(file).not.toContain('secret');
    expect(text).toContain(`content="0;url=${address}"`);
    expect(mode.toString(8)).toBe('600');
    expect(existsSync(file)).toBe(false);
  });

  it('diptych console succeeds even if the browser does not open', async () => {
    expect(await openInBrowser(['/no/such/program'], 'http://127.0.0.1:8081/console/')).toBe(false);
  });
});
