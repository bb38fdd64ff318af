import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diptych } from '../support/cli.ts';
import { startServing } from '../support/world.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const UNITS = join(ROOT, 'deploy/systemd');
const SERVICES = readdirSync(UNITS).filter((name) => name.endsWith('.service'));

const run = (command: string, args: readonly string[], env = process.env) =>
  spawnSync(command, args, { encoding: 'utf8', env });

/** The first version with `security --offline`. */
const [, version = '0'] = /systemd (\d+)/.exec(run('systemd-analyze', ['--version']).stdout ?? '') ?? [];
const canAnalyze = Number(version) >= 250;
if (!canAnalyze)
  process.stderr.write('\nSKIPPED, tests of the systemd units: systemd-analyze 250 or newer is missing\n\n');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-units-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The value of a setting of a unit. */
function settingOf(unit: string, name: string): string {
  const [, value = ''] =
    new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync(join(UNITS, unit), 'utf8')) ?? [];
  return value;
}

describe.skipIf(!canAnalyze)('The units of deploy/systemd', () => {
  it('systemd accepts every unit', () => {
    const copies = join(folder, 'units');
    cpSync(UNITS, copies, { recursive: true });
    for (const name of SERVICES) {
      // The package is not installed here.
      const text = readFileSync(join(copies, name), 'utf8').replace('=diptych ', '=sh ');
      writeFileSync(join(copies, name), text);
    }
    const names = readdirSync(copies).map((name) => join(copies, name));
    const { status, stderr } = run('systemd-analyze', ['verify', '--man=no', ...names]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('the command may be in any folder that npm installs into', () => {
    for (const name of SERVICES) expect(readFileSync(join(UNITS, name), 'utf8')).not.toContain('bin/diptych');
  });

  it.each(SERVICES)('systemd rates the exposure of %s at most 1.5 of 10', (name) => {
    const { status, stdout } = run('systemd-analyze', [
      'security',
      '--offline=true',
      '--no-pager',
      '--threshold=15',
      join(UNITS, name),
    ]);
    expect(status, stdout.split('\n').at(-2)).toBe(0);
  });

  it('each timer starts a service, and an installed one survives restarts of the machine', () => {
    for (const timer of readdirSync(UNITS).filter((name) => name.endsWith('.timer'))) {
      expect(SERVICES).toContain(timer.replace('.timer', '.service'));
      expect([settingOf(timer, 'Persistent'), settingOf(timer, 'WantedBy')]).toEqual([
        'true',
        'timers.target',
      ]);
      const { status } = run('systemd-analyze', ['calendar', settingOf(timer, 'OnCalendar')]);
      expect(status, timer).toBe(0);
    }
  });
});

/** Runs the shell command of a unit in folders of the test, as systemd would in those of the machine. */
function runUnit(unit: string, env: Readonly<Record<string, string>> = {}) {
  const [, script = ''] = /^\/bin\/sh -c '(.*)'$/.exec(settingOf(unit, 'ExecStart')) ?? [];
  const moved = script
    .replaceAll('%%', '%')
    .replace('exec diptych ', `exec ${process.execPath} ${join(ROOT, 'bin/diptych.js')} `)
    .replaceAll('/etc/diptych', folder)
    .replaceAll('/var/lib', folder);
  return spawnSync('/bin/sh', ['-c', moved], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, ...env },
  });
}

describe('The commands of the units', () => {
  it('diptych-backup makes a backup with the keys that can be verified', async () => {
    const data = join(folder, 'data');
    await (await startServing({ folder: data })).close();
    mkdirSync(join(folder, 'diptych-backups'));
    writeFileSync(join(folder, 'diptych.yaml'), `data: ${data}\n`);
    writeFileSync(join(folder, 'passphrase'), 'four words of your own\n', { mode: 0o600 });
    const { status, stderr } = runUnit('diptych-backup.service', { CREDENTIALS_DIRECTORY: folder });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [made = ''] = readdirSync(join(folder, 'diptych-backups'));
    expect(made).toMatch(/^20\d\d-\d\d-\d\dT\d{6}Z$/);
    const backup = join(folder, 'diptych-backups', made);
    const verified = await diptych(
      'backup',
      'verify',
      backup,
      '--passphrase-file',
      join(folder, 'passphrase'),
    );
    expect(verified).toMatchObject({ exit: 0, out: expect.stringContaining('complete and unchanged') });
  });

  it('diptych-revocation-list replaces the list only when the download is complete', () => {
    const source = join(folder, 'published.json');
    const list = join(folder, 'status.json');
    writeFileSync(source, '{"entries": {}}');
    expect(runUnit('diptych-revocation-list.service', { LIST: `file://${source}` }).status).toBe(0);
    expect(readFileSync(list, 'utf8')).toBe('{"entries": {}}');
    expect(runUnit('diptych-revocation-list.service', { LIST: 'file:///missing' }).status).not.toBe(0);
    expect(readFileSync(list, 'utf8')).toBe('{"entries": {}}');
  });
});
