import { chownSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../../src/server/version.ts';
import { MIGRATION_NAMES } from '../../src/storage/migrations/index.ts';
import { diptych, to } from '../support/cli.ts';
import { execute } from '../support/database.ts';
import { proofedPhone } from '../support/devices.ts';
import { sealLines } from '../support/seals.ts';
import { useWorld } from '../support/use-world.ts';

const HOUR = 3_600_000;

const world = useWorld({ settings: { 'issuer.decisions': 'manual' } });

/** The lines of `diptych status` by their names. */
async function shown() {
  const { exit, out } = await diptych('status', ...to(world()));
  const lines = out.trim().split('\n');
  return { exit, lines, of: Object.fromEntries(lines.map((line) => line.split(/ {2,}/))) };
}

describe('diptych status', () => {
  it('shows on one screen what works, what waits and what ends soon', async () => {
    await proofedPhone(world());
    world().advance(5 * HOUR);
    const { exit, lines, of } = await shown();
    expect(exit).toBe(0);
    expect(lines.length).toBeLessThanOrEqual(24);
    const data = `DIPTYCH_DATA=${world().server.context.folder.path} `;
    for (const line of lines) expect(line.replace(data, '').length).toBeLessThanOrEqual(100);
    expect(of).toMatchObject({
      version: `${VERSION}, schema ${MIGRATION_NAMES.at(-1)}`,
      profile: 'sandbox, running for 5 hours',
      ready: 'yes',
      database: 'SQLite',
      'last backup': 'never',
      'last drill': `never; practise: ${data}diptych keys drill documentSigner`,
      proofings: '1 wait for a decision, the oldest for 5 hours; 0 challenged',
      approvals: '0 wait for a second person',
      notifications: 'off: issuer.notifications.url is not set',
      documentSigner: expect.stringMatching(/^ends in \d+ days, 20\d\d-\d\d-\d\d$/),
      disk: expect.stringMatching(/^[\d.]+ of [\d.]+ GiB free$/),
    });
  });

  it('shows when diptych backup last completed', async () => {
    const { path } = world().server.context.folder;
    await diptych('backup', '--data', path, '--to', join(path, 'backup'));
    const { lastBackupTime = '' } = await world().admin('getStatus', {});
    // The command uses the clock of the machine.
    expect(Math.abs(Date.parse(lastBackupTime) - Date.now())).toBeLessThan(HOUR);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'a backup by root leaves no file that the server cannot read',
    async () => {
      const { path, lastBackup } = world().server.context.folder;
      chownSync(path, 20_002, 20_002);
      await diptych('backup', '--data', path, '--to', join(path, 'backup-by-root'));
      expect(statSync(lastBackup).uid).toBe(20_002);
    },
  );

  it('answers without the time of the last backup if its file cannot be read; metrics too', async () => {
    const { adminUrl, context } = world().server;
    rmSync(context.folder.lastBackup, { force: true });
    mkdirSync(context.folder.lastBackup);
    expect(await world().admin('getStatus', {})).not.toHaveProperty('lastBackupTime');
    expect((await fetch(`${adminUrl}/metrics`)).status).toBe(200);
  });

  it('shows problems that do not stop the server as warnings', async () => {
    expect((await world().admin('getStatus', {})).warnings).toEqual([]);
    await sealLines(world());
    execute(
      world().server.context.folder.database,
      "update trail_seal set statement = replace(statement, '1', '2')",
    );
    expect((await shown()).lines.filter((line) => line.startsWith('WARNING'))).toEqual([
      expect.stringContaining('audit log: '),
    ]);
  });

  it('a database that does not answer hides only what is in it, and the exit status is 1', async () => {
    await world().server.context.database.close();
    const { exit, of } = await shown();
    expect(exit).toBe(1);
    const { path } = world().server.context.folder;
    const notReady = `NO: /readyz answers 503; DIPTYCH_DATA=${path} diptych doctor says why`;
    expect(of).toMatchObject({
      ready: notReady,
      database: 'SQLite, DOES NOT ANSWER OR REFUSES WRITES',
      queues: 'unknown: the database does not answer',
      disk: expect.stringContaining('GiB free'),
    });
    const ready = await diptych('status', '--ready', '--data', path);
    expect(ready).toMatchObject({ exit: 1, out: `ready  ${notReady}\n` });
  });
});
