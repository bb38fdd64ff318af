import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diptych, to } from '../../support/cli.ts';
import { execute, rows } from '../../support/database.ts';
import { activePhone } from '../../support/devices.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { useWorld } from '../../support/use-world.ts';
import { type Place, placesOf, STATUS_URI } from './support/status.ts';

const DAY = 86_400_000;
const now = Date.now();

const world = useWorld({ settings: { 'issuer.status.uri': STATUS_URI }, startAt: now });
const folder = join(temporaryFolder('status-export'), 'status');
const exported = () => diptych('status-lists', 'export', folder, ...to(world()), '--json');
const fetched = async (name: string) =>
  Buffer.from(await (await fetch(`${world().url}/status/${name}`)).arrayBuffer());

describe('diptych status-lists', () => {
  it('export writes the bytes of the server to files with the names of the lists', async () => {
    const { device } = await activePhone(world(), 12);
    const { exit, out } = await exported();
    const { lists } = JSON.parse(out) as { readonly lists: string[] };
    expect({ exit, count: lists.length }).toEqual({ exit: 0, count: 4 });
    expect(readdirSync(folder).toSorted()).toEqual([...lists, 'exported.json'].toSorted());
    for (const name of lists) expect(readFileSync(join(folder, name)).equals(await fetched(name))).toBe(true);
    for (const { uri } of placesOf(device)) expect(lists).toContain(uri.slice(STATUS_URI.length + 1));
  });

  it('export does not replace a file by a list that readers would refuse', async () => {
    const { lists } = JSON.parse((await exported()).out) as { readonly lists: string[] };
    const [name = '', other = ''] = lists;
    const before = readFileSync(join(folder, name));
    const { database } = world().server.context.folder;
    execute(
      database,
      `update status_publication set token = (select token from status_publication where list_no =
        (select list_no from status_list where name = ?)) where list_no =
        (select list_no from status_list where name = ?)`,
      other,
      name,
    );
    const { exit, out } = await exported();
    expect(exit).toBe(1);
    expect(JSON.parse(out).refused).toEqual([`${name}: sub is not the URI of the MSO`]);
    expect(readFileSync(join(folder, name)).equals(before)).toBe(true);
  });

  it('nor by a list whose signer is not under the root of its MSOs', async () => {
    const { lists } = JSON.parse((await exported()).out) as { readonly lists: string[] };
    const [, name = ''] = lists;
    const { database } = world().server.context.folder;
    const [{ root }] = rows(world(), 'select root from status_list where name = ?', name) as [
      { root: string },
    ];
    execute(database, 'update status_list set root = ? where name = ?', 'another root', name);
    const { exit, out } = await exported();
    expect(exit).toBe(1);
    expect(JSON.parse(out).refused).toContain(`${name}: no trusted root issued the signer certificate`);
    execute(database, 'update status_list set root = ? where name = ?', root, name);
  });

  it('publish makes revocations visible before the next publication, and the audit log names who did it', async () => {
    const { device, ids } = await activePhone(world(), 1);
    const [{ uri }] = placesOf(device) as [Place];
    const name = uri.slice(STATUS_URI.length + 1);
    await world().admin('revokeCredential', { id: ids.credentialId });
    const before = await fetched(name);
    expect((await diptych('status-lists', 'publish', ...to(world()))).exit).toBe(2);
    const { out } = await diptych('status-lists', 'publish', '--yes', ...to(world()));
    expect(out).toBe('published 4 status lists\n');
    expect((await fetched(name)).equals(before)).toBe(false);
    const { events } = await world().admin('listEvents', { subject: 'statusLists' });
    expect(events).toMatchObject([{ subject: 'statusLists', event: 'publish' }]);
  });

  it('list shows when each list was published and when its MSOs end', async () => {
    const { out } = await diptych('status-lists', 'list', '--wide', ...to(world()));
    expect(out).toContain('CAPACITY');
    expect(out.trim().split('\n')).toHaveLength(5);
    expect(out).toContain(`${STATUS_URI}/`);
    expect(out).toContain('1048576');
    const [{ root }] = rows(world(), 'select root from status_list limit 1') as [{ root: string }];
    expect(out.split(root)).toHaveLength(5);
  });

  it('export removes lists that have ended, and no other files', async () => {
    writeFileSync(join(folder, 'index.html'), '');
    world().advance(60 * DAY);
    expect((await exported()).exit).toBe(0);
    expect(readdirSync(folder).toSorted()).toEqual(['exported.json', 'index.html']);
  });
});
