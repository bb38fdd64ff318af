import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MINUTE } from '../../src/conventions/time.ts';
import { diptych } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { newTestRoot } from '../support/test-root.ts';
import { useWorld } from '../support/use-world.ts';

const root = newTestRoot('staging');
const world = useWorld({
  // The new root must be valid.
  startAt: Date.now() + MINUTE,
  settings: { 'issuer.attestation.roots': root.certificate },
});
const folder = temporaryFolder('phones');

const wallet = (command: string, name: string, ...more: readonly string[]) =>
  diptych('wallet', command, '--server', world().url, '--state', join(folder, name), ...more);

it('a phone is attested by the root that --root names, and refused if the server does not trust it', async () => {
  const other = newTestRoot('other');
  expect(await wallet('register', 'other.json', '--root', other.both)).toMatchObject({
    exit: 1,
    err: expect.stringContaining('untrustedRoot'),
  });
  expect(await wallet('register', 'own.json', '--root', root.both)).toMatchObject({
    exit: 0,
    out: expect.stringContaining(
      `Next: diptych wallet proof --code CODE --state ${join(folder, 'own.json')}\n`,
    ),
  });
});

it('a fault that begins with a new phone attests it by that root, too', async () => {
  const unknown = ['proof', 'fault.json', '--fault', 'proof-unknown-device'] as const;
  const { out } = await wallet(...unknown, '--root', root.both);
  expect(out).toContain('A correct issuer answers like this.');
  const other = await wallet(...unknown, '--root', newTestRoot('other').both);
  expect(other).toMatchObject({ exit: 1, err: expect.stringContaining('untrustedRoot') });
});
