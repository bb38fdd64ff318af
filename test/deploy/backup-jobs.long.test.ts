import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { lastBackup } from '../../src/server/files/last-backup.ts';
import { say } from '../support/apt.ts';
import { diptych } from '../support/cli.ts';
import { type PostgresServer, startPostgres } from '../support/postgres/start.ts';
import { systemPrograms } from '../support/postgres/system-programs.ts';
import { newHolder } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const programs = systemPrograms() ?? '';
const isMissing = programs === '' || spawnSync('jq', ['--version']).status !== 0;
if (isMissing)
  say(
    'SKIPPED, tests of the backups of containers: PostgreSQL or jq is missing (apt-get install postgresql jq)',
  );

const folder = temporaryFolder('backup-jobs');
const data = join(folder, 'data');

/** Folders and files of the containers, and those of this test. */
const PLACES: readonly (readonly [string, string])[] = [
  ['/run/secrets/diptych-database/password', join(folder, 'password')],
  ['/run/secrets/database.password', join(folder, 'password')],
  ['/run/secrets/diptych-backup/passphrase', join(folder, 'passphrase')],
  ['/run/secrets/backup.passphrase', join(folder, 'passphrase')],
  ['/backups', join(folder, 'backups')],
  ['/dump', join(folder, 'dump')],
  ['/var/run/postgresql', '/tmp'],
];
const here = (text: string) => PLACES.reduce((moved, [there, place]) => moved.replaceAll(there, place), text);

let postgres: PostgresServer;
let world: World;
let holder = '';

/** Runs the script of a container; both Kubernetes and Compose write a dollar sign as two. */
function shell(script: string, url: string) {
  const { status, stderr } = spawnSync('sh', ['-c', here(script.replaceAll('$$', '$'))], {
    encoding: 'utf8',
    env: {
      PATH: [programs, process.env.PATH].join(delimiter),
      PGPORT: new URL(url).port,
      DIPTYCH_DATABASE_URL: url,
    },
  });
  return { status, stderr };
}
const DONE = { status: 0, stderr: '' };

async function newDatabase(name: string): Promise<string> {
  const client = new Client({ connectionString: postgres.url('postgres') });
  await client.connect();
  await client.query(`create database ${name} template template0`);
  await client.end();
  return postgres.url(name);
}

/** Runs the arguments of a container with the image of Diptych. */
async function container(args: readonly string[], on: { readonly data: string; readonly url: string }) {
  vi.stubEnv('DIPTYCH_DATABASE_URL', on.url);
  const { exit, out, err } = await diptych(...args.map(here), '--data', on.data);
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  return out;
}

/** A server on what was restored knows the holder, and doctor finds no failure. */
async function expectRestored(on: { readonly data: string; readonly url: string }): Promise<void> {
  vi.stubEnv('DIPTYCH_DATABASE_URL', on.url);
  const { out } = await diptych('doctor', '--data', on.data, '--json');
  const { findings } = JSON.parse(out) as { findings: readonly { readonly level: string }[] };
  expect(findings.filter(({ level }) => level === 'failure')).toEqual([]);
  const restored = await startWorld({ folder: on.data, settings: { 'database.url': on.url } });
  try {
    expect(await restored.admin('getHolder', { id: holder })).toMatchObject({ id: holder });
  } finally {
    await restored.close();
  }
}

describe.skipIf(isMissing)('The backups of containers, with PostgreSQL and its programs', () => {
  let url = '';
  beforeAll(async () => {
    writeFileSync(join(folder, 'passphrase'), 'four words of your own\n', { mode: 0o600 });
    writeFileSync(join(folder, 'password'), 'this server trusts everybody\n', { mode: 0o600 });
    postgres = await startPostgres({ programs, settings: { unix_socket_directories: '/tmp' } });
    const client = new Client({ connectionString: postgres.url('postgres') });
    await client.connect();
    await client.query('create role diptych superuser login');
    await client.end();
    url = await newDatabase('diptych');
    world = await startWorld({ folder: data, settings: { 'database.url': url } });
    holder = await newHolder(world);
  }, HOOK_TIMEOUT);
  afterAll(async () => {
    await world?.close();
    await postgres?.stop();
  });
  beforeEach(() => {
    rmSync(join(data, 'backup.last'), { force: true });
    for (const name of ['backups', 'dump']) {
      rmSync(join(folder, name), { recursive: true, force: true });
      mkdirSync(join(folder, name));
    }
  });
  afterEach(() => vi.unstubAllEnvs());

  const expectBoth = () =>
    expect(Object.keys(lastBackup(world.server.context.folder)).sort()).toEqual(['database', 'keys']);

  it('the CronJob of Kubernetes saves database and keys, and its guide restores both', async () => {
    const [cronJob] = parseAllDocuments(read('deploy/kubernetes/base/backup.yaml')).map((one) => one.toJS());
    const [dump] = cronJob.spec.jobTemplate.spec.template.spec.initContainers;
    const [backup] = cronJob.spec.jobTemplate.spec.template.spec.containers;
    const named = (args: readonly string[]) => args.map((arg) => arg.replace('$(JOB)', 'before-upgrade'));
    expect(shell(dump.args[0], url)).toEqual(DONE);
    expect(await container(named(backup.args), { data, url })).toContain('a dump of PostgreSQL');
    expectBoth();

    const [, program = ''] =
      /--output json \\\n {2}\| jq '([^']*)'/.exec(read('docs/operate/kubernetes.md')) ?? [];
    const job = JSON.stringify({ spec: cronJob.spec.jobTemplate.spec });
    const changed = spawnSync('jq', [program], { input: job, encoding: 'utf8' });
    const { initContainers, containers } = JSON.parse(changed.stdout).spec.template.spec;
    const on = { data: join(folder, 'kubernetes'), url: await newDatabase('kubernetes') };
    expect(shell(initContainers[0].args[0], on.url)).toEqual(DONE);
    const args = containers[0].args.map((arg: string) =>
      arg.replace('--data=/var/lib/diptych', `--data=${on.data}`),
    );
    await container(args, on);
    await expectRestored(on);
  });

  it('a dump that fails fails the job, so that no backup without a database counts', async () => {
    const [cronJob] = parseAllDocuments(read('deploy/kubernetes/base/backup.yaml')).map((one) => one.toJS());
    const [dump] = cronJob.spec.jobTemplate.spec.template.spec.initContainers;
    expect(shell(dump.args[0], postgres.url('nowhere')).status).not.toBe(0);
  });

  it('the services of Compose save database and keys, and their guide restores both', async () => {
    const text = read('deploy/container/compose.yaml').replaceAll(/\$\{BACKUP:-\w+\}/g, 'before-upgrade');
    const { dump, backup } = parse(text, { merge: true }).services;
    expect(shell(dump.command[0], url)).toEqual(DONE);
    expect(await container(backup.command, { data, url })).toContain('a dump of PostgreSQL');
    expectBoth();

    const guide = read('docs/operate/container.md').replaceAll(' \\\n', ' ');
    const [, restoring = ''] = /exec -T database sh -c '([^']*)'/.exec(guide) ?? [];
    const [, args = ''] = /run --rm --no-deps backup (restore .*)/.exec(guide) ?? [];
    const on = { data: join(folder, 'compose'), url: await newDatabase('compose') };
    const script = restoring.replace('--dbname=diptych', '--dbname=compose');
    expect(shell(`${script} < /backups/before-upgrade/diptych.dump`, on.url)).toEqual(DONE);
    await container(args.replace('/var/lib/diptych', on.data).split(/ +/), on);
    await expectRestored(on);
  });
});
