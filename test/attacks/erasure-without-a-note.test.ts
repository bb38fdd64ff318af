import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY } from '../../src/conventions/time.ts';
import { holderKeyFolder } from '../../src/keys/holder-keys/epochs.ts';
import { newHolder } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';

/** Who wants an erased holder back makes the note fail that would repeat the erasure after a restore. */
const folder = temporaryFolder('erasure-without-a-note');
const ERASURE = 'erased-6f1d0c6e-0000-4000-8000-000000000001';
let world: World;

const isThere = (id: string) =>
  world.admin('getHolder', { id }).then(
    () => true,
    () => false,
  );
const erase = (id: string) => world.admin('eraseHolder', { id });

function notesOfMonth(): string {
  const month = new Date(world.now()).toISOString().slice(0, 7);
  return join(holderKeyFolder(world.server.context.folder.keys), `erased-${month}`);
}

async function restart(): Promise<void> {
  const startAt = world.now();
  await world.close();
  world = await startWorld({ folder, startAt });
}

beforeAll(async () => {
  world = await startWorld({ folder });
}, HOOK_TIMEOUT);
afterAll(() => world?.close());

it('an erasure that cannot be noted erases nothing, and can be repeated', async () => {
  const id = await newHolder(world);
  const notes = notesOfMonth();
  mkdirSync(notes);
  await expect(erase(id)).rejects.toThrow();
  expect(await isThere(id)).toBe(true);
  rmSync(notes, { recursive: true });
  await erase(id);
  expect(await isThere(id)).toBe(false);
});

it('an erasure that was noted when the process was killed is completed by the next start', async () => {
  const [id, held] = [await newHolder(world), await newHolder(world)];
  for (const one of [id, held]) await world.server.context.store.noteErasure(one, ERASURE, world.now());
  world.advance(1000);
  const reviewTime = new Date(world.now() + DAY).toISOString();
  await world.admin('placeHold', { holderId: held, reason: 'litigation', reviewTime });
  await restart();
  expect([await isThere(id), await isThere(held)]).toEqual([false, true]);
});

it('an erasure that was withdrawn, because it was not stored, is not repeated', async () => {
  const id = await newHolder(world);
  const { store } = world.server.context;
  await store.noteErasure(id, ERASURE.replace(/1$/, '2'), world.now());
  await store.withdrawErasure(ERASURE.replace(/1$/, '2'), world.now());
  world.advance(1000);
  await restart();
  expect(await isThere(id)).toBe(true);
});

it('a note that a full disk or a crash cut off does not hide the next one', async () => {
  const id = await newHolder(world);
  appendFileSync(notesOfMonth(), 'cut-off');
  await world.server.context.store.noteErasure(id, ERASURE.replace(/1$/, '3'), world.now());
  await restart();
  expect(await isThere(id)).toBe(false);
});
