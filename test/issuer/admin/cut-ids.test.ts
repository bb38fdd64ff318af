import { describe, expect, it } from 'vitest';
import { diptych, to } from '../../support/cli.ts';
import { registeredDevice } from '../../support/devices.ts';
import { mdl } from '../../support/records.ts';
import { useWorld } from '../../support/use-world.ts';
import { BOTH_INTERFACES } from '../../support/world.ts';

const world = useWorld({ settings: BOTH_INTERFACES });
const LONG = 'x'.repeat(120);

async function imported(...ids: readonly string[]): Promise<void> {
  await world().admin('importHolders', { holders: ids.map((id) => ({ id, elements: mdl() })) });
}

const holders = (...args: readonly string[]) => diptych('holders', ...args, ...to(world()));

describe('Ids that a table has cut', () => {
  it('the id of a table, with its ellipsis, names the row', async () => {
    const id = `pasted-${LONG}`;
    await imported(id);
    const list = await holders('list', '--id-prefix', 'pasted');
    const [shown = ''] = list.out.split('\n')[1]?.split(' ') ?? [];
    expect(shown).toMatch(/^pasted-x+…$/);
    expect(JSON.parse((await holders('show', shown, '--json')).out)).toMatchObject({ id });
    expect((await holders('revoke', 'pasted...', '--yes')).out).toContain(`${id} is revoked`);
    const codes = await diptych('codes', 'list', '--holder', shown, '--json', ...to(world()));
    expect(JSON.parse(codes.out)).toEqual({ codes: [] });
    const about = ['--subject', 'holder', '--subject-id', shown, '--json'];
    const { events } = JSON.parse((await diptych('events', 'list', ...about, ...to(world()))).out);
    expect(events).toMatchObject([{ subjectId: id }, { subjectId: id }]);
  });

  it('--wide shows whole ids', async () => {
    const id = `whole-${LONG}`;
    await imported(id);
    expect((await holders('list', '--id-prefix', 'whole', '--wide')).out).toContain(`${id}  `);
  });

  it('an ambiguous start is refused, and the ids that it fits are named', async () => {
    await imported('twin-1', 'twin-2');
    const { exit, err } = await holders('show', 'twin…');
    expect(exit).toBe(2);
    expect(err).toContain('several ids in holders start with twin; name one:\n  twin-1\n  twin-2');
  });

  it('a start without the ellipsis names nothing, even if only one id fits', async () => {
    await imported('alone-12');
    expect((await holders('erase', 'alone-1', '--yes')).exit).toBe(1);
    expect((await holders('show', 'alone-12')).exit).toBe(0);
  });

  it('keys are found by the start of their ids too', async () => {
    const { keys } = await world().admin('listKeys', {});
    const { id = '' } = keys.find(({ stage }) => stage === 'active') ?? {};
    const { exit, err } = await diptych('keys', 'discard', `${id.slice(0, -1)}…`, '--yes', ...to(world()));
    expect(exit).toBe(1);
    expect(err).not.toContain('only the start');
  });

  it('users and OAuth clients are found by the start of their ids, and users of their email', async () => {
    const password = 'correct horse battery';
    const { id } = await world().admin('createUser', {
      email: 'pasted@example.com',
      password,
      publishers: [],
    });
    const run = (...args: readonly string[]) => diptych(...args, '--json', ...to(world()));
    for (const start of [`${id.slice(0, 16)}…`, 'pasted@examp…'])
      expect(JSON.parse((await run('users', 'disable', start, '--yes')).out)).toMatchObject({ id });
    const { events } = JSON.parse((await run('events', 'list', '--operator-id', `${id.slice(0, 16)}…`)).out);
    expect(events).toEqual([]);
    expect((await run('explain', `${id.slice(0, 16)}…`)).out).toContain(id);
    const { client } = await world().admin('createOAuthClient', { name: 'Ad desk', public: true });
    const start = `${client.id.slice(0, 14)}…`;
    expect((await run('oauth', 'clients', 'delete', start, '--yes')).exit).toBe(0);
  });

  it('diptych explain takes the start of the id of a proofing, a credential or a device', async () => {
    const { deviceReferenceId: id } = (await registeredDevice(world())).state;
    const { exit, out } = await diptych('explain', `${id.slice(0, 12)}…`, ...to(world()));
    expect([exit, out]).toEqual([0, expect.stringContaining(`device ${id}`)]);
  });

  it('of an id that no list can complete, the whole is wanted', async () => {
    const { exit, err } = await diptych('explain', '7f3a…', ...to(world()));
    expect([exit, err]).toEqual([2, expect.stringContaining('--wide and --json print the whole id')]);
  });

  it.each(['nothing…', '…'])('%s, which fits no id, is wrong usage', async (id) => {
    expect((await holders('show', id)).exit).toBe(2);
  });
});

describe('idPrefix', () => {
  const ids = async (request: { readonly orderBy?: 'createTime desc'; readonly pageSize?: number }) => {
    const found: string[] = [];
    let pageToken: string | undefined;
    do {
      const page = await world().admin('listHolders', {
        idPrefix: 'p%_',
        ...request,
        ...(pageToken !== undefined && { pageToken }),
      });
      found.push(...page.holders.map(({ id }) => id));
      ({ nextPageToken: pageToken } = page);
    } while (pageToken !== undefined);
    return found.toSorted();
  };

  it('lists the ids that start so, also the whole one, on all pages and in each order', async () => {
    const wanted = ['p%_', 'p%_1', 'p%_é', 'p%_\u{10fffd}'];
    await imported(...wanted, 'p%', 'pxx1', 'p%`', 'P%_1');
    expect(await ids({})).toEqual(wanted.toSorted());
    expect(await ids({ pageSize: 1 })).toEqual(wanted.toSorted());
    expect(await ids({ pageSize: 1, orderBy: 'createTime desc' })).toEqual(wanted.toSorted());
  });
});
