import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChainPart, SEALED_AFTER, verifyLog } from '../../src/audit/index.ts';
import { inFile } from '../../src/cli/events/read-log.ts';
import { DAY } from '../../src/conventions/time.ts';
import { purgeKinds } from '../../src/issuer/retention/purge.ts';
import { logKeptSince } from '../../src/server/rounds/retention.ts';
import { timePrefix } from '../../src/storage/time-ordered-ids.ts';
import { diptych, to } from '../support/cli.ts';
import { execute, rows } from '../support/database.ts';
import { newHolder } from '../support/records.ts';
import { adminRefusal } from '../support/refusal.ts';
import { sealLines, verifyEvents } from '../support/seals.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';

const folder = temporaryFolder('retention');
const anchors = temporaryFolder('retention-anchors');
let world: World;
/** Ids of all entries that the first four seals cover. */
let old: readonly string[];

const purge = () => world.server.context.purge();
const context = () => world.server.context;
const entryIds = () => rows(world, 'select change_id as id from state_change').map(({ id }) => String(id));
const sealNumbers = () =>
  rows(world, 'select seal_number as n from trail_seal order by seal_number').map(({ n }) => Number(n));

async function anchor(): Promise<void> {
  for (const place of context().anchors.places) await context().anchors.anchor(place);
}

/** Seals everything that was written so far. */
async function seal(): Promise<void> {
  world.advance(SEALED_AFTER + 1);
  await context().sealLog();
}

async function exported(name: string): Promise<{ readonly path: string; readonly parts: ChainPart[] }> {
  const path = join(folder, name);
  await diptych('events', 'export', '--out', path, ...to(world));
  const parts: ChainPart[] = [];
  for await (const part of inFile(path)) parts.push(part);
  return { path, parts };
}

beforeAll(async () => {
  world = await startWorld({
    settings: {
      'retention.auditLogDays': 365,
      'retention.auditLogDaysAfterKeys': 0,
      'audit.anchors': [{ kind: 'folder', path: anchors }],
    },
  });
  for (const _ of [1, 2, 3, 4]) {
    await sealLines(world);
    world.advance(DAY / 24);
    await anchor();
  }
  old = entryIds();
  world.advance(366 * DAY);
  await sealLines(world);
}, HOOK_TIMEOUT);
afterAll(() => world?.close());

describe('Retention of the audit log (D6.4)', () => {
  it('a purge is announced by an entry, and deletes nothing before a seal confirms the entry', async () => {
    const before = entryIds();
    const made = await Promise.all([1, 2, 3, 4].map(purge));
    expect(made.map(({ auditLogSeals }) => auditLogSeals)).toEqual([0, 0, 0, 0]);
    expect((await purge()).auditLogSeals).toBe(0);
    expect(entryIds()).toEqual(expect.arrayContaining(before));
    const { events } = await world.admin('listEvents', { subject: 'retention', event: 'announce' });
    expect(events).toMatchObject([{ subjectId: 'auditLog', details: { after: { seal: 4 } } }]);
  });

  it('if the purge stops half way, the audit log verifies', async () => {
    await seal();
    const second = await context().store.read((reader) => reader.sealAfter(1));
    await context().store.write((writer) => writer.purgeBefore(second!));
    expect(await verifyEvents(world)).toMatchObject({ exit: 0, purged: { seal: 2 } });
  });

  it('a hold that is placed while a purge runs stops it, until the hold is lifted', async () => {
    const reviewTime = new Date(world.now() + DAY).toISOString();
    const span = { startTime: '2020-01-01T00:00:00Z', endTime: '2021-01-01T00:00:00Z' };
    const { id } = await world.admin('placeHold', { ...span, reason: 'audit', reviewTime });
    expect((await purge()).auditLogSeals).toBe(0);
    expect(sealNumbers()).toEqual([2, 3, 4, 5, 6]);
    expect(await verifyEvents(world)).toMatchObject({ exit: 0, purged: { seal: 2 } });
    await world.admin('liftHold', { id });
  });

  it('the next round continues a purge that stopped half way', async () => {
    await Promise.all([1, 2, 3].map(purge));
    expect(sealNumbers()).toEqual([4, 5, 6]);
    expect(entryIds().filter((id) => old.includes(id))).toEqual([]);
    const { events } = await world.admin('listEvents', { subject: 'retention', event: 'purge' });
    expect(events).toMatchObject([{ subjectId: 'auditLog', details: { after: { seal: 4 } } }]);
  });

  it('verification begins with the last seal of the purged part, and says what was purged', async () => {
    const { out, exit } = await diptych('events', 'verify', ...to(world));
    expect(out).toMatch(/^PURGED {2}entries before 2026-11-.* were purged by retention at 2027-11-/m);
    expect(exit).toBe(0);
    const live = await verifyEvents(world, '--anchors', anchors);
    expect(live.anchors).toMatchObject([{ kind: 'folder', first: 4 }]);
    const { path } = await exported('purged.jsonl');
    const pins = ['--seal-key', live.keys[0] as string, '--anchors', anchors];
    const offline = await diptych('events', 'verify', path, ...pins, '--json');
    expect({ ...JSON.parse(offline.out), exit: offline.exit }).toEqual({ ...live, anchors: live.anchors });
  });

  it('the remaining entries are proven as before; a purged one is unknown', async () => {
    const kept = entryIds().toSorted()[0] as string;
    const { out } = await diptych('events', 'prove', kept, ...to(world));
    expect(JSON.parse(out)).toMatchObject({ index: old.length, seal: { number: 5 } });
    await adminRefusal(world.admin('proveEvent', { id: old.at(-1) as string }), 'NOT_FOUND');
  });

  it('a beginning that was deleted without an announcement does not verify', async () => {
    const { parts } = await exported('cut.jsonl');
    const fifth = await context().store.read((reader) => reader.sealAfter(4));
    const from = parts.findIndex((part) => 'seal' in part && part.seal.number === 5);
    const cut = [{ seal: fifth! }, ...parts.slice(from + 1)];
    const { problem } = await verifyLog(Readable.from(cut) as AsyncIterable<ChainPart>);
    expect(problem).toMatchObject({
      seal: 5,
      text: 'the entries before this seal are missing, and no sealed entry says that retention purged them',
    });
    const { edge: _, ...withoutEdge } = fifth!;
    const other = [{ seal: withoutEdge }, ...parts.slice(from + 1)];
    expect((await verifyLog(Readable.from(other) as AsyncIterable<ChainPart>)).problem?.text).toBe(
      'the seal has another tree than was signed',
    );
  });

  it('sealing continues after the purge, and the next purge follows a day later at the earliest', async () => {
    await sealLines(world);
    expect(await verifyEvents(world)).toMatchObject({ exit: 0, seals: 7 });
    world.advance(DAY);
    await purge();
    await seal();
    expect((await purge()).auditLogSeals).toBe(0);
    expect(await verifyEvents(world)).toMatchObject({ exit: 0, purged: { seal: 4 } });
  });

  it('entries since the creation of a key are kept until two years after its certificate ends', async () => {
    const keys = await context().keys.register.list();
    const created = Math.min(...keys.map(({ createdAt }) => createdAt));
    const retention = { auditLogDays: 365, auditLogDaysAfterKeys: 730 } as never;
    const soon = created + 400 * DAY;
    expect(logKeptSince({ retention }, keys, soon)).toBe(created);
    expect(logKeptSince({ retention }, [], soon)).toBe(soon - 365 * DAY);
    const late = created + 100 * 365 * DAY;
    expect(logKeptSince({ retention }, keys, late)).toBe(late - 365 * DAY);
  });
});

describe('Retention of other data (D6.4)', () => {
  it('each kind is purged once a day by one process, with one entry in the audit log', async () => {
    const holderId = await newHolder(world);
    await world.admin('issueCode', { holderId });
    await world.operate('getIdentityKey');
    await context().requests.settled();
    world.advance(92 * DAY);
    await Promise.all([1, 2, 3].map(purge));
    expect(rows(world, 'select 1 from handled_request')).toEqual([]);
    expect(rows(world, 'select 1 from pre_authorization_code')).toEqual([]);
    const { events } = await world.admin('listEvents', { subject: 'retention', event: 'purge' });
    const kinds = events.map(({ subjectId, details }) => [
      subjectId,
      (details as { readonly after: { readonly rows: number } }).after.rows,
    ]);
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['requests', expect.any(Number)],
        ['codes', 1],
      ]),
    );
    expect(kinds.filter(([kind]) => kind === 'codes')).toHaveLength(1);
  });

  it('rows that a killed process deleted are in the entry of the purge that continues', async () => {
    const codes = 300;
    const { store } = context();
    await store.write(async (writer) => {
      for (let number = 0; number < codes; number += 1) {
        const code = { codeId: `code-${number}`, codeHash: Buffer.from(String(number)), holderId: 'nobody' };
        await writer.insertCode({ ...code, createdAt: 1, expiresAt: 1 });
      }
    });
    world.advance(DAY);
    let steps = 0;
    const killed: typeof store = {
      ...store,
      write: (work) =>
        store.write((writer) =>
          work({
            ...writer,
            purgeCodes: (step) => {
              steps += 1;
              if (steps > 1) throw new Error('killed');
              return writer.purgeCodes(step);
            },
          }),
        ),
    };
    const keptFor = { requests: 30 * DAY, codes: 90 * DAY, approvals: 365 * DAY };
    await expect(purgeKinds({ store: killed, now: world.now(), keptFor })).rejects.toThrow('killed');
    world.advance(DAY / 100);
    expect((await purge()).codes).toBeLessThan(codes);
    const { events } = await world.admin('listEvents', { subject: 'retention', subjectId: 'codes' });
    expect(events.at(-1)).toMatchObject({ details: { after: { rows: codes } } });
  });

  it('doctor warns if purges are late, and status shows the last one', async () => {
    const doctor = async () => {
      const { findings } = await world.admin('getFindings', {});
      return findings.filter(({ check }) => check === 'retention').map(({ level }) => level);
    };
    expect(await doctor()).toEqual(['ok']);
    const { out } = await diptych('status', ...to(world));
    expect(out).toMatch(
      /^retention +oldest seal of the audit log of 2026-11-\d\d; last purge 0 seconds ago$/m,
    );
    world.advance(4 * DAY);
    expect(await doctor()).toEqual(['ok', 'warning', 'warning', 'warning']);
  });
});

describe('Retention of the audit log after a wrong clock (D6.4)', () => {
  const announced = async () => {
    const { events } = await world.admin('listEvents', { subject: 'retention', event: 'announce' });
    return events.map(({ details }) => (details as { readonly after: { readonly seal: number } }).after.seal);
  };
  let ahead: number;

  /** What a process whose clock is years ahead writes. */
  async function announceAhead(): Promise<void> {
    await sealLines(world);
    world.advance(366 * DAY);
    await sealLines(world);
    await purge();
    ahead = world.now() + 1000 * DAY;
    execute(
      context().folder.database,
      `update state_change set at = ?, change_id = ? where change_id =
        (select max(change_id) from state_change where subject = 'retention' and event = 'announce')`,
      ahead,
      `${timePrefix(ahead)}-000000-0000000000000000`,
    );
  }

  it('an announcement of a far later time does not stop purges, and is replaced by one other', async () => {
    await announceAhead();
    const [before, [first = 0]] = [await announced(), sealNumbers()];
    world.advance(366 * DAY);
    await sealLines(world);
    for (const _ of [1, 2, 3]) expect((await purge()).auditLogSeals).toBe(0);
    const after = await announced();
    expect(after).toHaveLength(before.length + 1);
    expect(Math.max(...after)).toBeGreaterThan(Math.max(...before));
    await seal();
    expect((await purge()).auditLogSeals).toBe(Math.max(...after) - first);
    expect(await verifyEvents(world)).toMatchObject({ exit: 0, purged: { seal: Math.max(...after) } });
  });

  it('once that time has come, the audit log verifies and purges continue', async () => {
    const [start] = sealNumbers();
    world.advance(ahead - world.now());
    await sealLines(world);
    expect(await verifyEvents(world)).toMatchObject({ exit: 0, purged: { seal: start } });
    world.advance(DAY);
    await purge();
    await seal();
    expect((await purge()).auditLogSeals).toBeGreaterThan(0);
    expect(await verifyEvents(world)).toMatchObject({ exit: 0 });
  });
});
