import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { activeKey } from '../../keys/support/keys.ts';
import { aptInstall, say } from '../../support/apt.ts';
import { activePhone } from '../../support/devices.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { useWorld } from '../../support/use-world.ts';
import { listAddress, placesOf, STATUS_URI } from './support/status.ts';

const SCRIPT = fileURLToPath(new URL('support/read_list.py', import.meta.url));
/** The Python of the system, which has the libraries of its packages. */
const PYTHON = '/usr/bin/python3';

const hasLibraries = () => spawnSync(PYTHON, ['-c', 'import cbor2, cryptography']).status === 0;
if (!hasLibraries())
  for (const name of ['python3-cbor2', 'python3-cryptography']) aptInstall(name, 'a reader of status lists');
const isSkipped = !hasLibraries();
if (isSkipped) say('SKIPPED: cbor2 is not installed (apt-get install python3-cbor2 python3-cryptography)');

const folder = temporaryFolder('other-library');

describe.skipIf(isSkipped)('Status lists in another implementation', () => {
  const world = useWorld({ settings: { 'issuer.status.uri': STATUS_URI } });

  it('Python verifies the published lists and finds exactly the revoked MSOs', async () => {
    const [valid, revoked] = [await activePhone(world(), 12), await activePhone(world(), 12)];
    await world().admin('revokeCredential', { id: revoked.ids.credentialId });
    await world().admin('publishStatusLists', {});
    const root = join(folder, 'root.pem');
    writeFileSync(root, (await activeKey(world(), 'iaca')).certificate);
    const places = [
      ...placesOf(valid.device).map((place) => ({ ...place, status: 0 })),
      ...placesOf(revoked.device).map((place) => ({ ...place, status: 1 })),
    ];
    for (const [uri, inList] of Map.groupBy(places, (place) => place.uri)) {
      const answer = await fetch(listAddress(uri, world()));
      const token = join(folder, 'list.cbor');
      writeFileSync(token, Buffer.from(await answer.arrayBuffer()));
      const indexes = inList.map(({ idx }) => String(idx));
      const read = JSON.parse(
        execFileSync(PYTHON, [SCRIPT, token, root, uri, ...indexes], { encoding: 'utf8' }),
      );
      const statuses = inList.map(({ status }) => status);
      const set = statuses.reduce((sum, status) => sum + status, 0);
      expect(read).toEqual({ bits: 1, entries: 2 ** 20, validity: 86_400, ttl: 3600, statuses, set });
    }
  });
});
