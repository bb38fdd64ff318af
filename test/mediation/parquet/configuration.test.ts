import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadSettings } from '../../../src/server/config/load-settings.ts';
import { diagnose } from '../../../src/server/doctor/index.ts';
import { openFolder } from '../../../src/server/files/parquet.ts';
import { mediationOf } from '../../support/panels.ts';
import { store } from '../http/support/statistics.ts';
import { MINE, useHttpWorld } from '../http/support/world.ts';

const DAY = 86_400_000;
const SETTING = 'mediation.statistics.parquet.folder';
const folder = mkdtempSync(join(tmpdir(), 'diptych-parquet-'));
afterAll(() => rmSync(folder, { recursive: true }));

const world = useHttpWorld({ [SETTING]: folder });

describe('The folder of Parquet files', () => {
  it('a server makes the files that are due, and counts them', async () => {
    const { statistics, makeFiles } = mediationOf(world().server);
    const time = new Date(Date.now() - 20 * DAY).toISOString();
    await store(statistics, { publisherId: MINE }, [{ time, impressions: 1 }]);
    expect(await makeFiles!(() => true)).toBe(0);
    expect(await makeFiles!(() => false)).toBe(1);
  });

  it('a clock that is far ahead makes no file of a day that is not over', async () => {
    const { server, now, advance } = world();
    const { statistics, makeFiles } = mediationOf(server);
    const send = () => store(statistics, { publisherId: MINE, receivedAt: now() }, [{ time: isoNow() }]);
    const isoNow = () => new Date(now()).toISOString();
    await send();
    await makeFiles!(() => false);
    advance(30 * DAY);
    expect(await makeFiles!(() => false)).toBe(0);
    advance(-30 * DAY);
  });

  it('it must be there when the server starts, so that a volume which is not mounted is not filled in its place', async () => {
    const missing = { folder: join(folder, 'missing'), memoryMegabytes: 256 };
    await expect(openFolder(missing)).rejects.toThrow(
      `${SETTING}: ${missing.folder} is not a folder that this user can read and write`,
    );
  });

  it('its name may not be a pattern, which DuckDB would search', () => {
    const options = { [SETTING]: '/srv/statistics-*' };
    expect(() => loadSettings({ environment: {}, options })).toThrow('must not contain *, ? or [');
  });

  it('without the package the server says what to install', async () => {
    // Node resolves no optional package in this process.
    const hooks = `import { registerHooks } from 'node:module';
      registerHooks({ resolve(name, context, next) {
        if (name.startsWith('@duckdb/')) throw new Error('not installed');
        return next(name, context);
      } });
      const { openFolder } = await import(${JSON.stringify(new URL('../../../src/server/files/parquet.ts', import.meta.url))});
      await openFolder({ folder: ${JSON.stringify(folder)}, memoryMegabytes: 256 }).catch((error) => console.log(error.message));`;
    const stdout = await new Promise((resolve) =>
      execFile(process.execPath, ['--input-type=module', '-e', hooks], (_, out) => resolve(out)),
    );
    expect(stdout).toContain(
      `${SETTING}: the package @duckdb/node-api, which reads and writes Parquet, is not installed beside Diptych; run for example npm install --global @duckdb/node-api@1.5.6-r.1`,
    );
  });

  it('doctor says whether it can be used', async () => {
    const findingsOf = async (options: object) => {
      const { findings } = await diagnose({ environment: {}, options: { data: folder, ...options } });
      return findings.filter(({ check }) => check === 'statistics files');
    };
    expect(await findingsOf({ [SETTING]: folder })).toEqual([
      { check: 'statistics files', level: 'ok', text: `reports also read ${folder}` },
    ]);
    expect(await findingsOf({ [SETTING]: join(folder, 'missing') })).toMatchObject([{ level: 'failure' }]);
    expect(await findingsOf({})).toMatchObject([{ text: 'reports read the database alone' }]);
  });
});
