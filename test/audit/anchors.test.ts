import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/conventions/time.ts';
import { type AnchoredWorld, anchorNow, startAnchoredWorld } from '../support/anchors.ts';
import { diptych, to } from '../support/cli.ts';
import { sealLines, verifyEvents } from '../support/seals.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';

const parent = temporaryFolder('anchors');
const EVERYTHING = { after: '', limit: 1000 };
let anchored: AnchoredWorld;

beforeAll(async () => {
  anchored = await startAnchoredWorld(parent);
}, HOOK_TIMEOUT);
afterAll(() => anchored.close());

const files = () => readdirSync(anchored.folder).toSorted();
const requests = () => anchored.served.state.requests;

describe('Anchors of the audit log (6 CFR 37 Appendix A, T4)', () => {
  it('several processes anchor the newest seal once: in a file, and by a time stamp', async () => {
    const { world } = anchored;
    await anchorNow(world);
    expect([files(), requests()]).toEqual([[], 0]);
    await sealLines(world);
    await Promise.all([1, 2, 3, 4].map(() => anchorNow(world)));
    const { head, keys, anchors } = await world.admin('getSeals', {});
    const [file = ''] = files();
    const content: unknown = JSON.parse(readFileSync(join(anchored.folder, file), 'utf8'));
    expect([files().length, requests()]).toEqual([1, 1]);
    expect(content).toMatchObject({ seal: 1, head, key: keys.at(-1) });
    expect(anchors).toMatchObject([
      { kind: 'folder', seal: 1, lagSeconds: 0 },
      { kind: 'rfc3161', seal: 1, lagSeconds: 0 },
    ]);
  });

  it('a new seal is anchored ten minutes after the anchor before, at the earliest', async () => {
    const { world } = anchored;
    await sealLines(world);
    await anchorNow(world);
    expect([files().length, requests()]).toEqual([1, 1]);
    world.advance(5 * MINUTE);
    await anchorNow(world);
    await anchorNow(world);
    expect([files().length, requests()]).toEqual([2, 2]);
  });

  it('the audit log verifies with its anchors, and the export has the time stamps', async () => {
    const { world, folder, authority } = anchored;
    const live = await verifyEvents(world, '--anchors', folder);
    expect(live).toMatchObject({ exit: 0, gaps: [] });
    expect(live.anchors).toMatchObject([
      { kind: 'folder', count: 2, first: 1, last: 2 },
      { kind: 'rfc3161', count: 2, first: 1, last: 2 },
    ]);
    const file = join(parent, 'audit.jsonl');
    await diptych('events', 'export', '--out', file, ...to(world));
    const pins = ['--seal-key', live.keys[0] as string, '--time-stamp-root', authority.root];
    const { exit, out } = await diptych('events', 'verify', file, ...pins, '--anchors', folder, '--json');
    expect({ ...JSON.parse(out), exit }).toEqual(live);
  });

  it('a file is never overwritten; one that was not finished is written again', async () => {
    const { world, folder } = anchored;
    const away = `${folder}-away`;
    renameSync(folder, away);
    mkdirSync(folder);
    await sealLines(world);
    world.advance(10 * MINUTE);
    await anchorNow(world);
    const [name = ''] = files();
    renameSync(folder, `${folder}-first`);
    renameSync(away, folder);
    writeFileSync(join(folder, name), 'half');
    const { context } = world.server;
    const seal = await context.store.read((reader) => reader.lastSeal());
    for (const _ of [1, 2]) await context.anchors.places[0]!.anchor(seal!, world.now());
    expect(files().slice(2)).toEqual([name.replace('.json', '.1.json'), name]);
    expect(readFileSync(join(folder, name), 'utf8')).toBe('half');
    expect(await verifyEvents(world, '--anchors', folder)).toMatchObject({ exit: 0 });
    writeFileSync(join(folder, files()[0] as string), 'changed');
    const { exit, err } = await diptych('events', 'verify', '--anchors', folder, ...to(world));
    expect([exit, err]).toEqual([1, expect.stringContaining('is not an anchor')]);
  });

  it('the proof of an event has the time stamp of the next seal that has one', async () => {
    const { world, authority } = anchored;
    const lines = () => world.server.context.store.read((reader) => reader.sealedEntries(EVERYTHING));
    const prove = (id: string) => world.admin('proveEvent', { id });
    const check = async (proof: object) => {
      const path = join(parent, 'proof.json');
      writeFileSync(path, JSON.stringify(proof));
      const pins = ['--seal-key', (await world.admin('getSeals', {})).keys.at(-1) as string];
      const roots = ['--time-stamp-root', authority.root];
      const { exit, out } = await diptych('events', 'check', path, ...pins, ...roots, '--json');
      return { exit, ...(JSON.parse(out) as object) };
    };
    await sealLines(world);
    const [first, last] = [(await lines())[0]!.changeId, (await lines()).at(-1)!.changeId];
    await sealLines(world);
    expect(await check(await prove(last))).toMatchObject({
      exit: 1,
      seal: 4,
      problem: 'the proof has no time stamp',
    });
    world.advance(10 * MINUTE);
    await anchorNow(world);
    const proof = await prove(last);
    const time = new Date(Math.floor(world.now() / 1000) * 1000).toISOString();
    expect(await check(proof)).toMatchObject({ exit: 0, seal: 5, timeStamps: [{ time }] });
    const { timeStamps } = await prove(first);
    expect(await check({ ...proof, timeStamps })).toMatchObject({
      exit: 1,
      problem: expect.stringContaining('the token is for other data'),
    });
  });
});
