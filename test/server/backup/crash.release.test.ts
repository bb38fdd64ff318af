import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BIN } from '../../support/bin.ts';
import { runs } from '../../support/runs.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { startServing } from '../../support/world.ts';
import { makePlace } from './support.ts';

const SLOW = 240_000;
/** Megabytes in the database: copying them takes long enough that the test can kill the backup meanwhile. */
const FILLER = 48;

const place = makePlace();
const data = place.at('data');

beforeAll(async () => {
  const serving = await startServing({ folder: data });
  await serving.close();
  const database = new SqliteConnection(join(data, 'diptych.sqlite'));
  database.exec('create table filler (bytes blob)');
  const insert = database.prepare('insert into filler values (randomblob(1048576))');
  database.transaction(() => {
    for (let count = 0; count < FILLER; count += 1) insert.run();
  })();
  database.close();
}, HOOK_TIMEOUT);
afterAll(() => place.remove());

function startBackup(to: string): ChildProcess {
  const keys = ['--with-keys', '--passphrase-file', place.at('passphrase')];
  return spawn(process.execPath, [BIN, 'backup', '--data', data, '--to', to, ...keys], { stdio: 'ignore' });
}

const gone = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

/** The backup is killed when this file appears in its folder. */
const MOMENTS = ['', 'diptych.sqlite', 'keys.enc'];

describe('A backup that is killed while it is made', () => {
  it.each(MOMENTS)(
    'an unfinished backup is not accepted as a backup, and does not block the next one (%j)',
    { timeout: SLOW },
    async (moment) => {
      for (let round = 0; round < runs(1); round += 1) {
        const to = place.at('backup');
        const draft = `${to}.draft`;
        const child = startBackup(to);
        const exit = gone(child);
        const isThere = () => expect(existsSync(join(draft, moment)) || existsSync(to)).toBe(true);
        await vi.waitFor(isThere, { timeout: SLOW, interval: 1 });
        child.kill('SIGKILL');
        await exit;

        const isMade = existsSync(to);
        expect((await place.verify(to)).exit).toBe(isMade ? 0 : 1);
        if (!isMade) {
          expect((await place.verify(draft)).exit).toBe(1);
          expect(await place.backup(data, to)).toMatchObject({
            exit: 1,
            err: expect.stringContaining('remove the folder'),
          });
        }
        rmSync(draft, { recursive: true, force: true });
        rmSync(to, { recursive: true, force: true });
      }
      expect(await place.backup(data, place.at('after'))).toMatchObject({ exit: 0 });
      rmSync(place.at('after'), { recursive: true });
    },
  );
});
