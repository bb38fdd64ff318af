import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SEALED_AFTER } from '../../src/audit/index.ts';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { runDrill } from '../../src/server/drill/run-drill.ts';
import { activeKey } from '../keys/support/keys.ts';
import { newDatabase } from '../postgres/support/new-database.ts';
import { BIN } from '../support/bin.ts';
import { diptych, to } from '../support/cli.ts';
import { expectNothingWritten } from '../support/database.ts';
import { DATABASE, postgresUrl } from '../support/database-of.ts';
import { activePhone } from '../support/devices.ts';
import { queryPostgres } from '../support/postgres/sync-client.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';

/** Milliseconds. */
const WAIT = { timeout: 120_000, interval: 1 };

const ON_POSTGRES = DATABASE === 'postgres';
const place = mkdtempSync(join(tmpdir(), 'diptych-drill-'));
const file = join(place, 'drill.json');
const changed = `${file}.changed`;
let world: World;
let sealKey: string;
/** An empty database for the copy. */
let target: string;
beforeAll(async () => {
  world = await startWorld();
  await activePhone(world, 4);
  world.advance(SEALED_AFTER + 1);
  await world.server.context.sealLog();
  sealKey = (await world.admin('getSeals', {})).keys[0] ?? '';
  if (!ON_POSTGRES) return;
  vi.stubEnv('DIPTYCH_DATABASE_URL', postgresUrl(world.folder));
  target = await newDatabase();
}, HOOK_TIMEOUT);
afterAll(async () => {
  vi.unstubAllEnvs();
  await world?.close();
  rmSync(place, { recursive: true });
});

const into = () => (ON_POSTGRES ? ['--drill-database', target] : []);

/** The folder keeps a note of the drill, and nothing else of it. */
const NOTE = 'drill.last';
const leftOfDrill = () =>
  readdirSync(world.folder).filter((name) => name.startsWith('drill.') && name !== NOTE);

const drill = (...options: readonly string[]) =>
  diptych('keys', 'drill', 'documentSigner', '--data', world.folder, '--out', file, ...options);

/** Every file of the data folder but those of the SQLite database, whose rows are compared. */
function files(): ReadonlyMap<string, string> {
  const all = readdirSync(world.folder, { recursive: true, withFileTypes: true });
  const paths = all.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const own = paths.filter((path) => !path.includes('diptych.sqlite') && !path.endsWith(NOTE));
  return new Map(own.map((path) => [path, readFileSync(path, 'base64')]));
}

/** Neither the database nor the files of the server change. */
async function onlyReading<T>(work: () => Promise<T>): Promise<T> {
  const before = files();
  const result = await expectNothingWritten(world, work);
  expect(files()).toEqual(before);
  return result;
}

const tablesOf = (url: string) =>
  queryPostgres(url, `select tablename from pg_tables where schemaname = 'public'`).map(
    (row) => row.tablename,
  );

describe('diptych keys drill (D6.2)', () => {
  it('a drill compromises a key in a copy, and changes nothing in the data of the running server', async () => {
    const before = await activeKey(world, 'documentSigner');
    const { exit, out, err } = await onlyReading(() => drill(...into()));
    expect([exit, err, out]).toEqual([0, '', expect.stringContaining('the private key was destroyed')]);
    expect((await activeKey(world, 'documentSigner')).id).toBe(before.id);
    expect(existsSync(join(world.folder, 'keys', `${before.id}.pem`))).toBe(true);
    expect(leftOfDrill()).toEqual([]);
    expect(out).toContain('Practise again by ');
    const { report } = JSON.parse(readFileSync(file, 'utf8'));
    expect(report).toMatchObject({ certificate: before.certificateSha256, msos: 4, left: 4, credentials: 1 });
    expect(report.dates[1]).toMatchObject({ event: 'lastForged', time: before.notAfterTime });
    expect(report.reached.stopped).toBeLessThanOrEqual(report.reached.counted);
    expect(report.documentsPerSecond).toBeGreaterThan(0);
    expect(report).toMatchObject({
      database: DATABASE,
      custody: { server: 'files', standIns: 0 },
      notRehearsed: [],
    });
  });

  it('the report verifies with the key of the seals; a changed one, or another key, does not', async () => {
    const check = (path: string, key: string) => diptych('keys', 'check-drill', path, '--seal-key', key);
    expect(await check(file, sealKey)).toMatchObject({ exit: 0, out: expect.stringContaining('verifies') });
    const signed = JSON.parse(readFileSync(file, 'utf8'));
    signed.report.reached.stopped = 0;
    signed.report.left = 0;
    writeFileSync(changed, JSON.stringify(signed));
    expect(await check(changed, sealKey)).toMatchObject({ exit: 1, out: expect.stringContaining('changed') });
    expect(await check(file, 'ab'.repeat(32))).toMatchObject({
      exit: 1,
      out: expect.stringContaining('another key'),
    });
    writeFileSync(changed, '{}');
    expect(await check(changed, sealKey)).toMatchObject({ exit: 2 });
  });

  it('the status and the screen of the keys know when it was, and what follows', async () => {
    const { report } = JSON.parse(readFileSync(file, 'utf8'));
    const { lastDrill } = await world.admin('getStatus', {});
    expect(lastDrill).toEqual({ time: report.endTime, role: 'documentSigner' });
    const { out } = await diptych('status', ...to(world));
    const year = new Date(report.endTime).getUTCFullYear() + 1;
    expect(out).toMatch(new RegExp(`last drill +documentSigner, .* ago; the next by ${year}-`));
    writeFileSync(join(world.folder, NOTE), '{"time":"soon"}');
    expect(await world.admin('getStatus', {})).not.toHaveProperty('lastDrill');
  });

  it.each([
    ['its process gets SIGHUP', 'SIGHUP', (command: string[]) => spawn(process.execPath, command)],
    [
      'its terminal is closed',
      'SIGKILL',
      (command: string[]) =>
        spawn('script', ['--quiet', '--command', [process.execPath, ...command].join(' '), '/dev/null']),
    ],
  ] as const)('a drill deletes the copy when %s', async (_, signal, start) => {
    const options = ['--data', world.folder, '--out', `${file}.lost`, ...into()];
    const running = start([BIN, 'keys', 'drill', 'documentSigner', ...options]);
    await vi.waitFor(() => expect(leftOfDrill()).toContain('drill.draft'), WAIT);
    running.kill(signal);
    expect((await once(running, 'exit'))[1]).toBe(signal);
    await vi.waitFor(() => expect(leftOfDrill()).toEqual([]), WAIT);
    expect(existsSync(`${file}.lost`)).toBe(false);
    if (ON_POSTGRES) expect(tablesOf(target)).toEqual([]);
  });

  it('a second drill of the same folder is refused, and leaves the copy of the first', async () => {
    const settings = loadSettings({ environment: process.env, options: { data: world.folder } });
    const copied: string[] = [];
    let second: ReturnType<typeof drill> | undefined;
    const first = runDrill(settings, 'identity', {
      database: ON_POSTGRES ? target : undefined,
      observe(step) {
        if (!step.startsWith('copying')) copied.push(step);
        else second ??= drill(...into());
      },
    });
    await vi.waitFor(() => expect(second).toBeDefined(), WAIT);
    expect(await second).toEqual({ exit: 2, out: '', err: expect.stringMatching(/another drill runs in/) });
    expect((await first).report.role).toBe('identity');
    expect(copied.at(-1)).toBe('signing documents');
    expect(leftOfDrill()).toEqual([]);
  });

  it('a command whose error stream is closed ends with its own exit status', async () => {
    const refused = [BIN, 'keys', 'drill', 'documentSigner', '--data', place];
    const running = spawn(process.execPath, refused, { stdio: ['ignore', 'ignore', 'pipe'] });
    running.stderr.destroy();
    expect(await once(running, 'exit')).toEqual([2, null]);
  });

  it('a drill on a folder without keys is refused, and makes nothing there', async () => {
    expect(await diptych('keys', 'drill', 'documentSigner', '--data', place)).toMatchObject({
      exit: 2,
      err: expect.stringContaining('there are no keys'),
    });
    expect(existsSync(join(place, 'keys'))).toBe(false);
  });
});

describe.runIf(ON_POSTGRES)('A drill of a server on PostgreSQL', () => {
  const refused = async (reason: RegExp, ...options: readonly string[]) =>
    expect(await onlyReading(() => drill(...options))).toEqual({
      exit: 2,
      out: '',
      err: expect.stringMatching(reason),
    });

  it('the database of the copy is empty after a drill', () => {
    expect(tablesOf(target)).toEqual([]);
  });

  it('a drill without a database for the copy is refused', () =>
    refused(/name an empty one .* --drill-database/));

  it("a drill into the server's own database is refused", () =>
    refused(/has tables; name an empty database/, '--drill-database', postgresUrl(world.folder)));

  it('a drill into a database with a table in any schema is refused, and leaves it as it was', async () => {
    const url = await newDatabase();
    queryPostgres(url, 'create schema other');
    queryPostgres(url, 'create table other.things (name text)');
    await refused(/has tables; name an empty database/, '--drill-database', url);
    expect(queryPostgres(url, 'select count(*)::int as rows from other.things')).toEqual([{ rows: 0 }]);
    expect(tablesOf(url)).toEqual([]);
  });

  it('a drill into the database of another drill is refused, and leaves its copy', async () => {
    const url = await newDatabase();
    queryPostgres(url, 'create table diptych_copy ()');
    await refused(/the copy of another drill/, '--drill-database', url);
    expect(tablesOf(url)).toEqual(['diptych_copy']);
  });

  it('a drill that is stopped while it copies deletes the copy', async () => {
    const settings = loadSettings({ environment: process.env, options: { data: world.folder } });
    const stopped = new Error('stopped');
    const steps: string[] = [];
    const observe = (step: string) => {
      steps.push(step);
      if (step.startsWith('copying state_change')) throw stopped;
    };
    await onlyReading(() =>
      expect(runDrill(settings, 'documentSigner', { database: target, observe })).rejects.toBe(stopped),
    );
    expect(steps).toContain('copying issued_mso: 4 of 4 rows');
    expect(tablesOf(target)).toEqual([]);
    expect(leftOfDrill()).toEqual([]);
  });
});
