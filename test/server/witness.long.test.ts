import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../src/conventions/time.ts';
import { pointFromPublicKey } from '../../src/formats/ec/index.ts';
import { ecdsaVerifierKey } from '../../src/formats/tlog/index.ts';
import { anchorNow } from '../support/anchors.ts';
import { diptych, to } from '../support/cli.ts';
import { sealLines, verifyEvents } from '../support/seals.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { serveWitness } from '../support/witness.ts';
import { startWorld, type World } from '../support/world.ts';

const ORIGIN = 'audit.issuer.example';
const folder = temporaryFolder('witnessed');
const copy = join(temporaryFolder('copy'), 'database');
let now = Date.UTC(2026, 10, 20, 12);
let world: World;
let witnesses: readonly Awaited<ReturnType<typeof serveWitness>>[];

/** Makes seals, ten minutes after those before, and anchors the last one. */
async function step(seals = 1): Promise<void> {
  for (let seal = 0; seal < seals; seal += 1) await sealLines(world);
  world.advance(6 * MINUTE);
  now = world.now();
  await anchorNow(world);
}

const start = () =>
  startWorld({
    folder,
    startAt: now,
    settings: {
      'audit.anchors': witnesses.map(({ url, vkey: key }) => ({ kind: 'witness', url, key, origin: ORIGIN })),
    },
  });

/** The operators of the witnesses learn the key of the log. */
async function makeKnown(): Promise<void> {
  const { witnesses: configured } = await world.admin('getSeals', {});
  for (const [index, { logs }] of witnesses.entries()) logs.set(ORIGIN, configured[index]!.logKey!);
}

const faults = () => world.log.flatMap((line) => /"kind":"witness".*"fault":"(\w+)"/.exec(line)?.[1] ?? []);

beforeAll(async () => {
  const clock = () => now;
  witnesses = [
    await serveWitness('witness.example/w1', clock),
    await serveWitness('witness.example/w2', clock, 'ml-dsa-44'),
    await serveWitness('witness.example/w3', clock),
  ];
  world = await start();
}, HOOK_TIMEOUT);
afterAll(async () => {
  await world.close();
  for (const witness of witnesses) await witness.close();
});

describe('An audit log with three witnesses (C2SP tlog-witness)', () => {
  it('a witness that does not know the log refuses it, and the fault says so', async () => {
    await step();
    expect(witnesses.map(({ state }) => state.statuses)).toEqual([[404], [404], [404]]);
    expect(faults()).toEqual(['unknownOrigin', 'unknownOrigin', 'unknownOrigin']);
  });

  it('each witness cosigns the newest checkpoint, proven to continue the one before', async () => {
    await makeKnown();
    for (const seals of [1, 2, 3]) await step(seals);
    for (const { state } of witnesses) expect(state.statuses.slice(1)).toEqual([200, 200, 200]);
    const { exit, anchors } = await verifyEvents(world);
    expect(exit).toBe(0);
    expect(anchors).toMatchObject(
      ['w1', 'w2', 'w3'].map((name) => ({
        kind: 'witness',
        witness: expect.stringContaining(`witness.example/${name}+`),
        count: 3,
        last: 7,
      })),
    );
  });

  it('a server that starts again asks for the size that the witness knows', async () => {
    await world.close();
    world = await start();
    await step();
    for (const { state } of witnesses) expect(state.statuses.slice(-2)).toEqual([409, 200]);
  });

  it('a witness that trusts another key of the log refuses the checkpoint', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    witnesses[0]!.logs.set(ORIGIN, ecdsaVerifierKey(ORIGIN, pointFromPublicKey(publicKey)));
    await step();
    expect([witnesses[0]!.state.statuses.at(-1), faults()]).toEqual([403, ['logKeyNotTrusted']]);
    await makeKnown();
    world.advance(MINUTE);
    await step();
  });

  it('the export verifies without the server, and enough witnesses make up for one that was away', async () => {
    await witnesses[2]!.close();
    for (const _ of [1, 2]) {
      world.advance(2 * HOUR);
      await step();
    }
    const file = join(folder, 'audit.jsonl');
    await diptych('events', 'export', '--out', file, ...to(world));
    const { keys } = await world.admin('getSeals', {});
    const newest = join(folder, 'checkpoint');
    writeFileSync(newest, await witnesses[0]!.newest(ORIGIN));
    const pins = ['--seal-key', keys.at(-1)!, '--witness-origin', ORIGIN];
    const named = witnesses.flatMap(({ vkey }) => ['--witness', vkey]);
    const verify = (...more: readonly string[]) =>
      diptych('events', 'verify', file, ...pins, ...named, ...more);
    const all = await verify();
    expect(all).toMatchObject({ exit: 1, out: expect.stringContaining('cosignatures of a witness') });
    expect((await verify('--witness-quorum', '2', '--witnessed', newest)).exit).toBe(0);
  });

  it('an older database is found by the answer of the witness, and by its newest checkpoint', async () => {
    const { database, sealSeen } = world.server.context.folder;
    await world.close();
    copyFileSync(database, copy);
    world = await start();
    await step(2);
    const newest = join(folder, 'checkpoint');
    writeFileSync(newest, await witnesses[0]!.newest(ORIGIN));
    await world.close();
    copyFileSync(copy, database);
    // Whoever restores it in secret also takes care that this machine forgets what it saw.
    rmSync(sealSeen);
    world = await start();
    await step();
    expect(witnesses[0]!.state.statuses.at(-1)).toBe(409);
    expect(faults()).toContain('logRolledBack');
    const found = await verifyEvents(world, '--witness-quorum', '1', '--witnessed', newest);
    expect(found).toMatchObject({ exit: 1, problem: { text: expect.stringContaining('a witness saw') } });
  });

  it('a log that was made anew and is longer is refused by the witness', async () => {
    await step(3);
    expect(faults()).toContain('otherLog');
    expect(witnesses[0]!.state.statuses.at(-1)).toBe(422);
  });
});
