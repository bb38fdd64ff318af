import { closeSync, cpSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { execute } from '../support/database.ts';
import { found, useDataFolder } from './support/doctor.ts';

const { folder, data, examine, whileSpoilt } = useDataFolder();
const path = join(data, 'diptych.sqlite');

/** Changes the database with one SQL statement; the returned function restores it with another. */
const spoil = (statement: string, undo: string) => () => {
  execute(path, statement);
  return () => execute(path, undo);
};

describe('diptych doctor looks at the database', () => {
  it('doctor, store: a damaged database is a failure', async () => {
    const copy = join(folder, 'damaged');
    cpSync(data, copy, { recursive: true });
    const file = openSync(join(copy, 'diptych.sqlite'), 'r+');
    writeSync(file, Buffer.alloc(60_000, 0xa5), 0, 60_000, 40_960);
    closeSync(file);
    const diagnosis = await examine({ data: copy });
    expect(found(diagnosis, 'failure')).toContainEqual(expect.stringMatching(/^store: /));
  });

  it.each([
    ['not an SQLite file', 0],
    ['damaged in its header', 100],
  ])('doctor, store: a database that is %s is a failure, and doctor says what to do', async (_, offset) => {
    const diagnosis = await whileSpoilt(() => {
      const whole = readFileSync(path);
      const damaged = Buffer.from(whole);
      damaged.fill(0x5a, offset, offset + 300);
      writeFileSync(path, damaged);
      return () => writeFileSync(path, whole);
    });
    expect(diagnosis.level).toBe('failure');
    expect(diagnosis.findings).toContainEqual({
      check: 'store',
      level: 'failure',
      text: expect.stringMatching(/^the database cannot be read: .*\(SQLITE_(NOTADB|CORRUPT)\)$/),
      remedy: 'stop the server and restore the last backup',
    });
    expect(found(diagnosis, 'failure').filter((text) => text.startsWith('keys:')).length).toBeLessThan(2);
  });

  it('doctor, store: a schema of a newer version is a warning, or a failure if it lacks something', async () => {
    const migrated = (name: string) =>
      spoil(
        `insert into kysely_migration values ('${name}', '')`,
        `delete from kysely_migration where name = '${name}'`,
      );
    const expanded = await whileSpoilt(migrated('999-later'));
    expect(found(expanded, 'failure')).toEqual([]);
    expect(found(expanded, 'warning')).toContainEqual(
      expect.stringMatching(/^store: a newer version extended .*999-later/),
    );
    const contracted = await whileSpoilt(migrated('999-less-after-998'));
    expect(found(contracted, 'failure')).toEqual([
      expect.stringMatching(/^store: a newer version removed .*999-less-after-998/),
    ]);
  });
});
