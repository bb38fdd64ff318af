import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CannotCompare } from '../../bench/before/cannot-compare.ts';
import { commitBefore, hasOtherPackages, idOf, providePackages } from '../../bench/before/commit-before.ts';
import { comparisonsBeside, notesBeside, rowsBeside } from '../../bench/before/report.ts';
import { serveKnown, unknownIn } from '../../bench/before/serve-known.ts';
import { findings } from '../../bench/harness/report.ts';
import { asText } from '../../bench/harness/text.ts';
import { SETTINGS, windowsWithout } from '../../bench/stack/windows.ts';
import { loadSettings } from '../../src/server/config/load-settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { git } from '../support/worktree.ts';

const run = (path: string, ...args: readonly string[]) => {
  const file = fileURLToPath(new URL(`../../bench/${path}`, import.meta.url));
  return spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' });
};

const NOWHERE = 'no-such-commit';

describe('npm run bench -- <name> --before COMMIT', () => {
  it('is for the benchmarks of servers', () => {
    const { status, stderr } = run('main.ts', 'mso', '--before', 'HEAD');
    expect(stderr).toContain('--before is for stack, serve and profile');
    expect(status).toBe(2);
  });

  it('says that a clone does not have the commit', () => {
    const { status, stderr } = run('main.ts', 'serve', '--before', NOWHERE);
    expect(stderr).toMatch(/^bench: no-such-commit is not a commit of this clone.*git fetch --deepen 1.*\n$/);
    expect(status).toBe(1);
  });

  it.each([NOWHERE, 'HEAD:package.json', '--all', ''])('takes %j for no commit', (name) => {
    expect(() => idOf(name)).toThrow(CannotCompare);
  });
});

describe('npm run check:speed', () => {
  it('goes on where the commit before is missing', () => {
    const { status, stdout } = run('before/main.ts', NOWHERE);
    expect(stdout).toMatch(/^The speed was not compared: no-such-commit is not a commit/);
    expect(status).toBe(0);
  });

  it('a small comparison leaves out a commit that needs other packages', () => {
    const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
    expect(hasOtherPackages(emptyTree)).toBe(true);
  });

  it.each([[['HEAD', 'HEAD']], [['--fast']]])('refuses %j', (args) => {
    const { status, stderr } = run('before/main.ts', ...args);
    expect(stderr).toContain('npm run check:speed -- [COMMIT]');
    expect(status).toBe(2);
  });
});

/** A report of one kind, which took this much processor time now and before. */
const reportOf = (now: readonly number[], before: readonly number[]) => {
  const series = (values: readonly number[]) => values.map((cpu) => ({ cpu, wall: 1 }));
  const compared = [{ group: 'one', name: 'lives', ours: series(now), before: series(before) }];
  const notes = notesBeside({ title: '1234567 Do less', bin: '' });
  const [rows, comparisons] = [rowsBeside(compared), comparisonsBeside(compared)];
  return findings({ title: 'stack', unit: 'one', notes, rows, comparisons }, now.length);
};

describe('The report beside a commit', () => {
  it('ends with a warning if the median of a ratio is below 0.95', () => {
    const found = reportOf([100, 100, 100], [90, 94, 120]);
    expect(found.warnings).toEqual(['lives: now : before is 0.94, below 0.95 (single rounds 0.90 to 1.20)']);
    expect(asText(found)).toMatch(/\n\nwarning: lives: now : before is 0\.94.*\n$/);
  });

  it('ends without a warning if single rounds are below', () => {
    const found = reportOf([100, 100, 100], [50, 95, 96]);
    expect(found.warnings).toEqual([]);
    expect(asText(found)).toMatch(/\n\nno warning\n$/);
  });

  it('has the cost of both, the ratio with its lowest and highest round, and the commit', () => {
    const text = asText(reportOf([100, 100, 100], [90, 94, 120]));
    expect(text).toContain('before: 1234567 Do less; now: the files in this folder');
    expect(text).toMatch(/^ {2}now +100\.0 /m);
    expect(text).toMatch(/^ {2}before +94\.0 /m);
    expect(text).toMatch(/ lives: now : before +0\.94 +0\.90 +1\.20 .* >= 0\.95 +missed$/m);
  });

  it('one round is only a trial, which says nothing about speed', () => {
    expect('warnings' in reportOf([100], [50])).toBe(false);
  });

  it('other reports warn of nothing', () => {
    const series = [{ cpu: 1, wall: 1 }];
    const comparisons = [{ name: 'x', ours: series, other: series, atLeast: 4 }];
    const found = findings({ title: 'mso', unit: 'MSO', notes: [], rows: [], comparisons }, 15);
    expect('warnings' in found).toBe(false);
    expect(asText(found)).not.toContain('warning');
  });
});

describe('The files of a commit', () => {
  it('can start its server with the packages of this clone, but none of its caches, and are removed', async () => {
    const folder = join(temporaryFolder('before'), 'tree');
    const stops: (() => Promise<void>)[] = [];
    const { title, bin } = commitBefore('HEAD', folder, (stop) => stops.push(stop));
    expect(title).toBe(git('show', '--no-patch', '--format=%h %s', 'HEAD').trim());
    for (const path of [
      bin,
      ...['src/cli/main.ts', 'node_modules/fastify'].map((name) => join(folder, name)),
    ])
      expect(existsSync(path)).toBe(true);
    expect(existsSync(join(folder, 'node_modules/.cache'))).toBe(false);
    for (const stop of stops) await stop();
    expect(existsSync(folder)).toBe(false);
    expect(git('worktree', 'list')).not.toContain(folder);
  });

  /** A commit with another lock file. */
  const otherCommit = (setup: string) => {
    const folder = temporaryFolder('other-lock');
    mkdirSync(join(folder, 'scripts'));
    writeFileSync(join(folder, 'package.json'), '{}');
    writeFileSync(join(folder, 'package-lock.json'), '{}');
    writeFileSync(join(folder, 'scripts/setup.js'), setup);
    return folder;
  };

  it('get their own packages if the lock file is another one', () => {
    const folder = otherCommit(
      "import('node:fs').then((fs) => fs.writeFileSync('installed', process.argv[2]));",
    );
    providePackages(folder);
    expect(existsSync(join(folder, 'installed'))).toBe(true);
    expect(existsSync(join(folder, 'node_modules'))).toBe(false);
  });

  it('are not compared if these packages cannot be installed', () => {
    const folder = otherCommit('process.exitCode = 1;');
    expect(() => providePackages(folder)).toThrow(CannotCompare);
  });
});

describe('Settings that the commit before does not know', () => {
  const names = Object.keys(SETTINGS);
  const [wallets = ''] = names.filter((name) => name.includes('WALLETS'));

  it('are found in the words of the server', () => {
    const environment = { DIPTYCH_OF_TOMORROW: '1' };
    const log = (() => {
      try {
        return String(loadSettings({ environment, options: {} }));
      } catch (error) {
        return String(error);
      }
    })();
    expect(unknownIn(log, [...names, 'DIPTYCH_OF_TOMORROW'])).toEqual(['DIPTYCH_OF_TOMORROW']);
  });

  it('leave out the windows that need them', () => {
    expect(windowsWithout([])).toEqual(['lives', 'msos', 'credentials']);
    expect(windowsWithout([wallets])).toEqual(['lives', 'msos']);
    expect(() => windowsWithout(names)).toThrow(CannotCompare);
  });

  /** A server that knows one of the settings, and prints where it listens. */
  const OLD = `
    const unknown = Object.keys(process.env).filter((name) => name.startsWith('DIPTYCH_') && name !== 'DIPTYCH_KNOWN');
    for (const name of unknown) console.error(name + ' (the variable ' + name + ') is not a setting');
    if (unknown.length > 0) process.exit(78);
    console.log('issuer panel http://127.0.0.1:1/');
    console.log('admin http://127.0.0.1:2/');
    setInterval(() => {}, 1000);`;

  const oldServer = (text: string) => {
    const folder = temporaryFolder('old');
    const bin = join(folder, 'old.cjs');
    writeFileSync(bin, text);
    mkdirSync(join(folder, 'data'));
    return { commit: { title: 'Old', bin }, data: join(folder, 'data') };
  };

  it('are not given to it', async () => {
    const { commit, data } = oldServer(OLD);
    const { served, known } = await serveKnown(commit, data, { DIPTYCH_KNOWN: '1', DIPTYCH_NEW: '1' });
    await served.stop();
    expect(known).toEqual({ DIPTYCH_KNOWN: '1' });
  });

  it('a server that ends for another reason is not compared, and its words are shown', async () => {
    const { commit, data } = oldServer("console.error('no disk'); process.exit(1);");
    await expect(serveKnown(commit, data, { DIPTYCH_NEW: '1' })).rejects.toThrow(/does not start:\nno disk/);
  });
});
