import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { diptych, to } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
import { codeFor, newHolder } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';

const folder = temporaryFolder('wallet-status');
const at = (name: string) => join(folder, name);
let world: World;
let isOpen = true;

beforeAll(async () => {
  const port = await freePort();
  // The command line uses real time, so the server must use it too.
  const settings = { port, 'issuer.status.uri': `http://127.0.0.1:${port}/status` };
  world = await startWorld({ startAt: Date.now(), settings });
}, HOOK_TIMEOUT);
afterAll(async () => {
  if (isOpen) await world.close();
});

const wallet = (...args: readonly string[]) => diptych('wallet', ...args, '--state', at('phone.json'));
const present = () =>
  wallet(
    ...['present', '--elements', 'family_name', '--out', at('response.cbor')],
    ...['--trusted-roots', at('roots.pem')],
  );

it('diptych wallet present fetches the status list of the presented document, and refuses it after a revocation or without the list', async () => {
  const { keys } = await world.admin('listKeys', {});
  writeFileSync(at('roots.pem'), keys.find(({ role }) => role === 'iaca')?.certificate ?? '');
  await wallet('register', '--server', world.url);
  await wallet('proof', '--code', await codeFor(world, await newHolder(world)));
  await wallet('provision', '--count', '4');
  expect(await present()).toMatchObject({
    exit: 0,
    out: expect.stringContaining("a reader's checks pass"),
  });

  const { credentials } = await world.admin('listCredentials', {});
  await world.admin('revokeCredential', { id: credentials[0]?.id as string });
  expect((await present()).out).toContain("a reader's checks pass");
  await diptych('status-lists', 'publish', '--yes', ...to(world));
  expect(await present()).toMatchObject({
    exit: 1,
    out: expect.stringContaining('a reader refuses it: status: the mobile security object was revoked'),
  });

  await world.close();
  isOpen = false;
  expect((await present()).out).toMatch(
    /a reader refuses it: status: (no server answers|the connection to) /,
  );
});
