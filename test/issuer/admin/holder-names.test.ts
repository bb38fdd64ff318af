import { beforeAll, describe, expect, it } from 'vitest';
import { METHOD_NAMES, methodNamed } from '../../../src/admin/contract/index.ts';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { commandOn } from '../../../src/server/process/own-command.ts';
import { as, diptych, to } from '../../support/cli.ts';
import { activePhone, proofedPhone } from '../../support/devices.ts';
import { newOperator, type TestOperator } from '../../support/operator.ts';
import { codeFor, mdl } from '../../support/records.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';
import { BOTH_INTERFACES } from '../../support/world.ts';

const world = useWorld({ settings: BOTH_INTERFACES });
let ada: TestOperator;
let viewer: TestOperator;

beforeAll(async () => {
  ada = await newOperator(world(), 'operator', 'ada');
  viewer = await newOperator(world(), 'viewer');
  const elements = mdl({ family_name: 'Brandt', given_name: 'Elena' });
  await world().admin('importHolders', { holders: [{ id: 'h-1', elements }] });
}, HOOK_TIMEOUT);

const list = async (filter: object, { connection }: TestOperator = ada) =>
  (await callAdmin(connection, 'listEvents', filter)).events;

describe('The names of holders', () => {
  it('operators get names, and each request is one entry of the audit log with the number of names', async () => {
    const { holders } = await callAdmin(ada.connection, 'nameHolders', { ids: ['h-1', 'nobody'] });
    expect(holders).toEqual([{ id: 'h-1', name: 'Elena Brandt' }]);
    const looks = await list({ subject: 'holderNames' });
    expect(looks).toMatchObject([{ event: 'view', operatorId: ada.id, details: { after: { holders: 2 } } }]);
    expect(JSON.stringify(looks)).not.toMatch(/Brandt|h-1/);
  });

  it('viewers get no names, and their attempt is no entry', async () => {
    const asked = callAdmin(viewer.connection, 'nameHolders', { ids: ['h-1'] });
    await adminRefusal(asked, 'PERMISSION_DENIED', 'ROLE_INSUFFICIENT');
    expect(await list({ subject: 'holderNames', operatorId: viewer.id })).toEqual([]);
  });

  it('so many ids as a request may have are answered', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `h-${index}`);
    expect((await callAdmin(ada.connection, 'nameHolders', { ids })).holders).toHaveLength(1);
    const more = callAdmin(ada.connection, 'nameHolders', { ids: [...ids, 'h-100'] });
    await adminRefusal(more, 'INVALID_ARGUMENT', 'REQUEST_INVALID');
  });
});

/** All entries of a list, in pages of so many. */
async function inPages(filter: object, pageSize: number) {
  const events: Awaited<ReturnType<typeof list>> = [];
  for (let pageToken: string | undefined; ; ) {
    const page = await callAdmin(ada.connection, 'listEvents', {
      ...filter,
      pageSize,
      ...(pageToken && { pageToken }),
    });
    expect(page.events.length).toBeLessThanOrEqual(pageSize);
    events.push(...page.events);
    pageToken = page.nextPageToken;
    if (!pageToken) return events;
  }
}

describe('The timeline of a person', () => {
  const kinds = async (filter: object) =>
    (await list(filter)).map(({ subject, event }) => `${subject}.${event}`);

  it('has everything about the person and what belongs to them, and nothing about others', async () => {
    const { holderId, ids } = await proofedPhone(world());
    await codeFor(world(), 'h-1');
    const hold = {
      holderId,
      reason: 'litigation',
      reviewTime: new Date(world().now() + 86_400_000).toISOString(),
    };
    const { id: holdId } = await world().admin('placeHold', hold as never);
    await world().admin('liftHold', { id: holdId });
    const all = await kinds({ holderId, orderBy: 'time desc' });
    expect(all.slice(0, 2)).toEqual(['legalHold.lift', 'legalHold.place']);
    for (const kind of ['holder.create', 'code.create', 'device.register', 'proofing.create'])
      expect(all).toContain(kind);
    expect(
      (await list({ holderId, subject: 'proofing' })).every((one) => one.subjectId === ids.proofingId),
    ).toBe(true);
    expect(await kinds({ holderId: 'h-1' })).toEqual(['holder.create', 'code.create']);
    expect(await kinds({ holderId: 'nobody' })).toEqual([]);
  });

  it.each(['time', 'time desc'])('is the same in pages of any size, in the order %s', async (orderBy) => {
    const { holderId } = await proofedPhone(world());
    const whole = await list({ holderId, orderBy });
    expect(whole.length).toBeGreaterThan(4);
    expect(whole.map(({ id }) => id)).toEqual(
      whole
        .map(({ id }) => id)
        .toSorted((one, other) => (one < other ? -1 : 1) * (orderBy === 'time' ? 1 : -1)),
    );
    for (const size of [1, 2, 3]) expect(await inPages({ holderId, orderBy }, size)).toEqual(whole);
    const created = { holderId, orderBy, event: 'create' };
    expect(await inPages(created, 1)).toEqual(whole.filter(({ event }) => event === 'create'));
  });

  it('each entry says whose it is', async () => {
    const { holderId, ids } = await proofedPhone(world());
    const [first] = await list({ subjectId: ids.proofingId });
    expect(first).toMatchObject({ holderId, documentType: 'org.iso.18013.5.1.mDL' });
    const [registered] = await list({ subjectId: ids.deviceReferenceId });
    expect(registered).toMatchObject({ subject: 'device', holderId });
    const [look] = await list({ subject: 'holderNames', pageSize: 1 });
    expect(look).not.toHaveProperty('holderId');
  });

  it('goes on under the id of the erasure, without a name', async () => {
    const { holderId } = await proofedPhone(world());
    const before = (await list({ holderId })).length;
    const { erasureId } = await world().admin('eraseHolder', { id: holderId });
    expect(await list({ holderId })).toEqual([]);
    const after = await list({ holderId: erasureId });
    expect(after.some(({ event }) => event === 'erase')).toBe(true);
    expect(after.length).toBeGreaterThanOrEqual(before - 1);
    expect((await callAdmin(ada.connection, 'nameHolders', { ids: [erasureId] })).holders).toEqual([]);
  });
});

describe('diptych events list', () => {
  it('an event list without rows says that --holder takes an id', async () => {
    const { out } = await diptych('events', 'list', '--holder', 'Leif Castellanos', ...to(world()));
    expect(out).toContain(
      `No event matches. --holder takes the id of a holder; ${commandOn(world().folder)} holders list shows ids.`,
    );
  });

  it('says what happened in sentences, with days as headings, seconds and the zone', async () => {
    const { out } = await diptych('events', 'list', '--holder', 'h-1', '--utc', '--reverse', ...to(world()));
    const [zone, , day, first] = out.split('\n');
    expect(zone).toBe('Times are in UTC.');
    expect(day).toMatch(/^\w+,? \d+ \w+ \d{4}$/);
    expect(first).toMatch(/^ {2}\d\d:\d\d:\d\d {2}Someone with the admin token imported Elena Brandt$/);
  });

  it('takes the email of a user for an id, which no address contains', async () => {
    await callAdmin(ada.connection, 'nameHolders', { ids: ['h-1'] });
    const { out } = await diptych(
      'events',
      'list',
      '--operator-id',
      ada.email,
      '--limit',
      '1',
      ...to(world()),
    );
    expect(out).toContain('Ada looked at the name of a holder');
    expect(JSON.stringify(world().log)).not.toContain(ada.email);
  });

  it('names a client, and has the start of the id of one that is deleted', async () => {
    const { client } = await world().admin('createOAuthClient', { name: 'Ad desk', public: true });
    const about = ['events', 'list', '--subject-id', client.id, ...to(world())] as const;
    expect((await diptych(...about)).out).toContain('Someone with the admin token created client Ad desk');
    await world().admin('deleteOAuthClient', { client: client.id });
    expect((await diptych(...about)).out).toContain(
      `Someone with the admin token deleted ${client.id.slice(0, 12)}…`,
    );
  });

  it('has the table with all ids on demand', async () => {
    const { out } = await diptych('events', 'list', '--holder', 'h-1', '--wide', ...to(world()));
    expect(out).toMatch(/^TIME +WHAT +ID/);
    expect(out).toMatch(/ holder +h-1 +new → active \(create\) +someone with the admin token \(operator\) /);
    const looks = await diptych(
      'events',
      'list',
      '--event',
      'view',
      '--limit',
      '1',
      '--wide',
      ...to(world()),
    );
    expect(looks.out).toMatch(
      / name of a holder \(holderNames\) +list +looked at names of holders \(view\) /,
    );
  });
});

/** The lists whose rows have a holder. src/admin/contract/words.test.ts fails if there is another one. */
const OF_HOLDERS = [
  ['codes', 'list'],
  ['credentials', 'list'],
  ['devices', 'list'],
  ['devices', 'silent'],
  ['holders', 'list'],
  ['holds', 'list'],
  ['notifications', 'list'],
  ['proofings', 'list'],
] as const;

describe('The lists of the command line', () => {
  const looks = async () => (await list({ subject: 'holderNames' })).length;

  it('name the holders if --names asks for it, and the look is an entry of the audit log', async () => {
    const before = await looks();
    const plain = await diptych('holders', 'list', '--id-prefix', 'h-1', ...to(world()));
    expect([plain.exit, plain.out.includes('Brandt'), await looks()]).toEqual([0, false, before]);
    const named = await diptych('holders', 'list', '--id-prefix', 'h-1', '--names', ...to(world()));
    const [head, row] = named.out.split('\n');
    expect(head).toMatch(/^NAME +HOLDER +/);
    expect(row).toMatch(/^Elena Brandt +h-1 +/);
    expect(await looks()).toBe(before + 1);
    const json = await diptych('holders', 'list', '--id-prefix', 'h-1', '--names', '--json', ...to(world()));
    expect(JSON.parse(json.out).holders).toMatchObject([{ id: 'h-1', holderName: 'Elena Brandt' }]);
  });

  it.each(OF_HOLDERS)('%s %s begins with the name of the person', async (...command) => {
    const { exit, out } = await diptych(...command, '--names', ...to(world()));
    expect([exit, out.startsWith('NAME  ')]).toEqual([0, true]);
  });

  it('refuse viewers who ask for names, who get the list without', async () => {
    const connected = as(viewer, world());
    const { exit, err } = await diptych('holders', 'list', '--names', ...connected);
    expect([exit, err]).toEqual([1, expect.stringContaining('operator')]);
    expect((await diptych('holders', 'list', ...connected)).exit).toBe(0);
  });
});

interface Shape {
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** The commands that show one thing of a holder. */
const SHOWS = METHOD_NAMES.map(methodNamed).filter(
  ({ http: [verb, path], response }) =>
    verb === 'GET' &&
    /\{\w+\}$/.test(path) &&
    (path.startsWith('/admin/v1/holders/') || (response as Shape).properties?.holderId !== undefined),
);

describe('The commands that show one thing', () => {
  it.each(SHOWS.map(({ command }) => String(command)))(
    '%s names the holder, and the look is an entry of the audit log',
    async (command) => {
      const { holderId, ids } = await activePhone(world());
      const { holders } = await world().admin('nameHolders', { ids: [holderId] });
      const name = String(holders[0]?.name);
      const [resource = ''] = command.split(' ');
      const id = {
        holders: holderId,
        proofings: ids.proofingId,
        credentials: ids.credentialId,
        devices: ids.deviceReferenceId,
      }[resource];
      const looks = async () => (await list({ subject: 'holderNames' })).length;
      const before = await looks();
      const show = [...command.split(' '), String(id)];
      expect((await diptych(...show, ...to(world()))).out).toContain(name);
      expect(await looks()).toBe(before + 1);
      expect((await diptych(...show, '--json', ...to(world()))).out).not.toContain(name);
      const { exit, out } = await diptych(...show, ...as(viewer, world()));
      expect([exit, out.includes(name)]).toEqual([0, false]);
      expect(await looks()).toBe(before + 1);
    },
  );
});
