import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../../src/conventions/time.ts';
import {
  canRead,
  type Erasable,
  filesIn,
  filesWith,
  filesWithCanaries,
  plantCanaries,
} from '../../support/canaries.ts';
import { newHolder } from '../../support/records.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { startWorld, type World } from '../../support/world.ts';
import { makePlace } from './support.ts';

const place = makePlace();
const data = place.at('data');

let world: World;
let person: Erasable;

const keys = () => filesIn(join(data, 'keys'));
const live = () => readdirSync(data).filter((name) => name.startsWith('diptych.sqlite'));

/** What the pages of docs/operate tell: sweeps end epochs, and backups of the keys are deleted after `keys.recoveryDays`. */
async function passEpochs(): Promise<void> {
  for (let left = 2; left > 0; left--) {
    await world.server.context.rewrapHolderKeys();
    world.advance(30 * DAY);
  }
  await world.server.context.rewrapHolderKeys();
}

beforeAll(async () => {
  world = await startWorld({ folder: data });
  await newHolder(world);
  person = await plantCanaries(world);
  expect(await place.backup(data, place.at('before'))).toMatchObject({ exit: 0 });
  // A copy of the disk, with what is in the write-ahead log.
  for (const name of live()) cpSync(join(data, name), place.at('copy', name));
}, HOOK_TIMEOUT);
afterAll(async () => {
  await world?.close();
  place.remove();
});

describe('A holder who was erased is in no file', () => {
  it('the search finds what is not encrypted, and opens the key while that of its epoch exists', async () => {
    writeFileSync(place.at('plain'), Buffer.concat([Buffer.alloc(5), person.mso]));
    writeFileSync(place.at('encoded'), Buffer.from('x KNRNVGL7Q4X9ZW').toString('base64'));
    const files = [place.at('plain'), place.at('encoded')];
    expect(filesWithCanaries(files, person)).toEqual(files);
    for (const file of files) rmSync(file);
    expect(filesWith(filesIn(place.at('before')), [person.stored.wrapped])).toHaveLength(1);
    expect(canRead(keys(), person)).toBe(true);
  });

  it('neither before nor after the erasure has a file data that is not encrypted', async () => {
    expect(filesWithCanaries(filesIn(place.path), person)).toEqual([]);
    await world.admin('eraseHolder', { id: person.holderId });
    expect(filesWithCanaries(filesIn(place.path), person)).toEqual([]);
    expect(world.log.filter((line) => line.includes('KNRNVGL'))).toEqual([]);
  });

  it('after the erasure, the database and its write-ahead log have neither the key nor the digests of the search', () => {
    const files = live().map((name) => join(data, name));
    expect(files).toHaveLength(3);
    const { stored, digests } = person;
    expect(digests.length).toBeGreaterThan(2);
    expect(filesWith(files, [stored.wrapped, stored.record, ...digests])).toEqual([]);
  });

  it('if the database is being read during an erasure, its log is emptied afterwards, also if the server was killed', async () => {
    const other = await plantCanaries(world);
    const secrets = [other.stored.wrapped, other.stored.record, ...other.digests];
    const reader = new Database(join(data, 'diptych.sqlite'), { readonly: true });
    reader.exec('begin');
    reader.prepare('select count(*) from holder').get();
    await world.admin('eraseHolder', { id: other.holderId });
    const killed = place.at('killed');
    cpSync(data, killed, { recursive: true });
    expect(filesWith(filesIn(killed), secrets)).toEqual([join(killed, 'diptych.sqlite-wal')]);
    reader.close();
    await expect.poll(() => filesWith(filesIn(data), secrets)).toEqual([]);
    const restarted = await startWorld({ folder: killed, startAt: world.now() });
    expect(filesWith(filesIn(killed), secrets)).toEqual([]);
    await restarted.close();
    rmSync(killed, { recursive: true });
  });

  it('after the recovery window no key opens what older copies have', async () => {
    expect(canRead(keys(), person)).toBe(true);
    await passEpochs();
    expect(await place.backup(data, place.at('later'))).toMatchObject({ exit: 0 });
    rmSync(place.at('before', 'keys.enc'));
    expect(await place.restore(place.at('later'), place.at('restored'))).toMatchObject({ exit: 0 });
    expect(filesWith(filesIn(place.path), [person.stored.wrapped]).length).toBeGreaterThan(1);
    const small = filesIn(place.path).filter((file) => !file.includes('diptych.sqlite'));
    expect(canRead(small, person)).toBe(false);
    expect(filesWithCanaries(filesIn(place.path), person)).toEqual([]);
  });
});
