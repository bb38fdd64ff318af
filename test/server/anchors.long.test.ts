import { copyFileSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAnchors } from '../../src/anchors/index.ts';
import { type ChainPart, type ExpectedAnchors, parseEntry, verifyLog } from '../../src/audit/index.ts';
import type { TimeStamp } from '../../src/audit/ports/anchors.ts';
import { HOUR, MINUTE } from '../../src/conventions/time.ts';
import { certificatesFromPem } from '../../src/formats/x509/index.ts';
import { type AnchoredWorld, anchorNow, startAnchoredWorld } from '../support/anchors.ts';
import { ALARMED, alarmsOf, QUIET, sealLines, verifyEvents } from '../support/seals.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { makeAuthority } from '../support/time-stamp-authority.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';

const parent = temporaryFolder('anchors');
let anchored: AnchoredWorld;

/** Makes a seal and anchors it. */
async function step(world: World): Promise<void> {
  await sealLines(world);
  world.advance(5 * MINUTE);
  await anchorNow(world);
}

async function exported(world: World): Promise<readonly ChainPart[]> {
  const parts: ChainPart[] = [];
  let pageToken: string | undefined;
  do {
    const page = await world.admin('exportEvents', pageToken === undefined ? {} : { pageToken });
    parts.push(...page.entries.map((entry) => parseEntry(entry) as ChainPart));
    ({ nextPageToken: pageToken } = page);
  } while (pageToken !== undefined);
  return parts;
}

const inFolder = async () => ({ folder: (await readAnchors(anchored.folder)).anchors });
const byRoots = () => ({ roots: certificatesFromPem(anchored.authority.rootPem) });
const verify = (parts: readonly ChainPart[], anchors: ExpectedAnchors) =>
  verifyLog(Readable.from(parts), { anchors });

/** The first event that a seal covers. */
function firstEventOf(parts: readonly ChainPart[], seal: number): string | undefined {
  const after = parts.findIndex((part) => 'seal' in part && part.seal.number === seal - 1) + 1;
  const first = parts.slice(after).find((part) => 'line' in part);
  return first && 'line' in first ? first.line.changeId : undefined;
}

/** The export with other time stamps. */
const restamped = (parts: readonly ChainPart[], change: (timeStamp: TimeStamp) => Uint8Array) =>
  parts.map((part) =>
    'timeStamp' in part ? { timeStamp: { ...part.timeStamp, token: change(part.timeStamp) } } : part,
  );

/** An event three hours later, so that the last seals must be anchored. */
function laterLine(parts: readonly ChainPart[]): ChainPart {
  const line = parts.flatMap((part) => ('line' in part ? [part.line] : []))[0]!;
  return { line: { ...line, changeId: 'z', at: anchored.world.now() + 3 * HOUR } };
}

beforeAll(async () => {
  anchored = await startAnchoredWorld(parent);
  for (let seal = 0; seal < 3; seal += 1) await step(anchored.world);
}, HOOK_TIMEOUT);
afterAll(() => anchored.close());

describe('An audit log that was changed by somebody with the seal key', () => {
  it('the whole audit log verifies', async () => {
    const found = await verify(await exported(anchored.world), { ...(await inFolder()), ...byRoots() });
    expect(found.problem).toBeUndefined();
    expect(found.anchors).toMatchObject([{ count: 3 }, { count: 3 }]);
  });

  it('an end that was cut off is detected by the folder, and not by time stamps', async () => {
    const parts = await exported(anchored.world);
    const first = parts.findIndex((part) => 'line' in part && part.line.changeId === firstEventOf(parts, 3));
    const cut = parts.slice(0, first);
    expect((await verify(cut, byRoots())).problem).toBeUndefined();
    const { problem } = await verify(cut, await inFolder());
    const text = expect.stringContaining('not in the audit log');
    expect(problem).toEqual({ entry: first, seal: 3, text });
    const unsealed = await verify(parts.slice(0, first + 1), await inFolder());
    expect(unsealed.problem).toEqual({ entry: first + 1, changeId: firstEventOf(parts, 3), seal: 3, text });
  });

  it('a log that was made anew is detected by the folder, which names the first event', async () => {
    const other = await startWorld({ startAt: anchored.world.now() });
    for (let seal = 0; seal < 3; seal += 1) await sealLines(other, 1);
    const parts = await exported(other);
    await other.close();
    const { problem } = await verify(parts, await inFolder());
    expect(problem).toMatchObject({
      seal: 1,
      changeId: firstEventOf(parts, 1),
      text: expect.stringContaining('not in the audit log'),
    });
  });

  it('a log that was made anew has new time stamps, which are too late; the first event is named', async () => {
    const { authority, world } = anchored;
    const now = world.now() + 3 * HOUR;
    const parts = await exported(world);
    const late = restamped(parts, ({ seal, token }) => (seal === 1 ? token : authority.dated(token, now)));
    const wrong = { seal: 2, text: expect.stringContaining('no anchor was made within an hour') };
    expect((await verify(late, byRoots())).problem).toMatchObject({
      ...wrong,
      changeId: firstEventOf(parts, 2),
    });
    const all = restamped(parts, ({ token }) => authority.dated(token, now));
    const since = { ...byRoots(), since: 0 };
    expect((await verify(all, since)).problem).toMatchObject({ ...wrong, seal: 1 });
  });

  it.each<[string, string, (parts: readonly ChainPart[]) => readonly ChainPart[]]>([
    [
      'swapped time stamps',
      'the token is for other data',
      (parts) => {
        const [first] = parts.flatMap((part) => ('timeStamp' in part ? [part.timeStamp] : []));
        return restamped(parts, () => first?.token ?? new Uint8Array());
      },
    ],
    [
      'a time stamp of another seal',
      'does not follow its seal',
      (parts) => parts.filter((part) => !('seal' in part && part.seal.number === 3)),
    ],
    [
      'a time stamp from long before its seal',
      'more than five minutes older',
      (parts) =>
        restamped(parts, ({ token }) => anchored.authority.dated(token, anchored.world.now() - HOUR)),
    ],
    [
      'time stamps that run backwards',
      'has an older anchor',
      (parts) => {
        const at = (seal: number) => anchored.world.now() + (3 - seal) * 10 * MINUTE;
        return restamped(parts, ({ seal, token }) => anchored.authority.dated(token, at(seal)));
      },
    ],
    ['no time stamps', 'there are no anchors', (parts) => parts.filter((part) => !('timeStamp' in part))],
  ])('an audit log with %s is refused', async (_, text, change) => {
    const parts = await exported(anchored.world);
    const found = await verify([...change(parts), laterLine(parts)], byRoots());
    expect(found.problem?.text).toContain(text);
  });

  it('a seal that was made while a clock was ahead is accepted if it is named', async () => {
    const parts = await exported(anchored.world);
    const early = restamped(parts, ({ seal, token }) =>
      seal === 2 ? anchored.authority.dated(token, anchored.world.now() - HOUR) : token,
    );
    const refused = await verify(early, byRoots());
    expect(refused.problem?.text).toContain('more than five minutes older');
    const gaps = [{ kind: 'rfc3161', seal: 2, isOlder: true }];
    expect(refused.gaps).toMatchObject(gaps);
    const accepted = await verify(early, { ...byRoots(), knownGaps: [2] });
    expect(accepted).toMatchObject({ gaps, anchors: [{ count: 3 }] });
    expect(accepted.problem).toBeUndefined();
  });

  it('time stamps of another authority are refused', async () => {
    const roots = certificatesFromPem(makeAuthority(parent).rootPem);
    const { problem } = await verify(await exported(anchored.world), { roots });
    expect(problem).toMatchObject({ seal: 1, text: expect.stringContaining('expected root') });
  });
});

describe('An authority that is away or answers wrongly', () => {
  it.each<[string, string, (query: Uint8Array, first: Uint8Array) => Uint8Array | undefined]>([
    ['an earlier answer again', 'wrongNonce', (_, first) => first],
    [
      'with another clock',
      'otherClock',
      (query) => anchored.authority.answerAt(query, anchored.world.now() + 6 * MINUTE),
    ],
    ['with a page', 'malformed', () => Buffer.from('<html>')],
    ['without end', 'tooLarge', () => new Uint8Array(100_000)],
    ['nothing', 'connection', () => undefined],
  ])('an authority that answers %s is refused', async (_, fault, answer) => {
    const { world, served, authority } = anchored;
    const { context } = world.server;
    const seal = await context.store.read((reader) => reader.lastSeal());
    const place = context.anchors.places.find(({ kind }) => kind === 'rfc3161');
    const anchor = () => place?.anchor(seal!, world.now());
    const before = served.state.answering;
    let first = new Uint8Array();
    served.state.answering = (query) => {
      first = Uint8Array.from(authority.answerAt(query, world.now()));
      return first;
    };
    await anchor();
    served.state.answering = (query) => answer(query, first);
    await expect(anchor()).rejects.toThrow(fault);
    served.state.answering = before;
  });

  it('sealing and issuing go on; alarms follow after an hour and a day; the gap is shown for ever', async () => {
    const { world, served, folder } = anchored;
    const { context, seals } = world.server;
    const before = served.state.answering;
    served.state.answering = () => undefined;
    const levels = async () =>
      (await world.admin('getFindings', {})).findings
        .filter(({ check, text }) => check === 'audit log' && text.includes('rfc3161'))
        .map(({ level }) => level);
    const later = async (time: number) => {
      world.advance(time);
      await seals.round(context.sealLog);
      await anchorNow(world);
      return levels();
    };
    await sealLines(world);
    expect(await later(10 * MINUTE)).toEqual(['ok']);
    expect(await later(HOUR)).toEqual(['warning']);
    const metrics = await (await fetch(`${world.server.adminUrl}/metrics`)).text();
    expect(metrics).toMatch(/diptych_trail_anchor_lag_seconds\{kind="rfc3161"\} 4[2-9]\d\d/);
    expect(metrics).toContain('diptych_trail_anchor_lag_seconds{kind="folder"} 0');
    expect(await later(24 * HOUR)).toEqual(['failure']);
    expect(world.log.filter((line) => line.includes('"fault":"connection"'))).toHaveLength(1);
    served.state.answering = before;
    world.advance(MINUTE);
    await step(world);
    expect(await levels()).toEqual(['ok']);
    const options = ['--anchors', folder];
    const { problem, gaps = [], exit } = await verifyEvents(world, ...options);
    expect([exit, problem?.text]).toEqual([1, expect.stringContaining('(time stamps)')]);
    const known = gaps.map(({ seal }) => String(seal));
    const accepted = await verifyEvents(world, ...options, ...known.flatMap((seal) => ['--known-gap', seal]));
    expect(accepted).toMatchObject({ exit: 0, gaps: [{ kind: 'rfc3161', seal: 4 }] });
  });
});

it('after restoring an older database a new machine seals nothing, and a reset explains the anchors of lost seals and their lost time stamps', async () => {
  const [folder, copy] = [temporaryFolder('restored'), temporaryFolder('copy')];
  const path = temporaryFolder('lost');
  const { authority, served } = anchored;
  const rfc3161 = { kind: 'rfc3161', url: served.url, root: authority.root };
  const settings = { 'audit.anchors': [{ kind: 'folder', path }, rfc3161] };
  let startAt = anchored.world.now();
  const again = async () => {
    const world = await startWorld({ folder, settings, startAt });
    served.state.answering = (query) => authority.answerAt(query, world.now());
    return world;
  };
  const first = await again();
  await step(first);
  const { database, sealSeen } = first.server.context.folder;
  await first.close();
  copyFileSync(database, `${copy}/database`);
  startAt = first.now();
  const second = await again();
  await step(second);
  await second.close();
  copyFileSync(`${copy}/database`, database);
  rmSync(sealSeen);
  startAt = second.now() + HOUR;
  const restored = await again();
  expect(await alarmsOf(restored)).toEqual(ALARMED);
  await restored.admin('resetSeals', { reason: 'databaseRestored' });
  await restored.server.seals.check();
  expect(await alarmsOf(restored)).toEqual({ ...QUIET, log: 1 });
  restored.advance(10 * MINUTE);
  await anchorNow(restored);
  const found = await verifyEvents(restored, '--anchors', path);
  expect([found.exit, found.problem]).toEqual([0, undefined]);
  expect(found.anchors).toMatchObject([
    { kind: 'folder', count: 2 },
    { kind: 'rfc3161', count: 2 },
  ]);
  expect(found.keyChanges.map(({ kind }) => kind)).toEqual(['reset']);
  await restored.close();
});
