import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readGuide } from '../docs/support/guide.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ON_SYSTEM_NODE, pack } from './support/packed.ts';

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const page = new URL('../../docs/start/install.md', import.meta.url);
const sandboxPage = new URL('../../docs/start/sandbox.md', import.meta.url);
const tarball = pack(temporaryFolder('tarball'));
const machine = temporaryFolder('machine');
/** Where the reader is; the tarball has the name that the guide gives it. */
const folder = join(machine, 'work');
const prefix = join(machine, 'npm');

/** A user without any settings or cache, whose global packages are in `prefix`. */
const environment = {
  ...ON_SYSTEM_NODE,
  HOME: join(machine, 'home'),
  NPM_CONFIG_PREFIX: prefix,
  // A newer npm is not our matter.
  NPM_CONFIG_UPDATE_NOTIFIER: 'false',
  PATH: [join(prefix, 'bin'), ON_SYSTEM_NODE.PATH].join(delimiter),
};

const inShell = (commands: string, env: NodeJS.ProcessEnv = environment): SpawnSyncReturns<string> =>
  spawnSync('sh', ['-eu', '-c', commands], { cwd: folder, env, encoding: 'utf8' });

/** The commands of the guide, on free ports: those of both terminals. */
async function commandsOfGuide(): Promise<readonly string[][]> {
  const [port, adminPort] = [String(await freePort()), String(await freePort())];
  return readGuide(page).steps.map(({ commands }) =>
    commands.replaceAll('8080', port).replaceAll('8081', adminPort).trim().split('\n'),
  );
}

/** Starts the server, and waits until it accepts requests. */
async function serve(command: string) {
  const server = spawn('sh', ['-c', `exec ${command}`], { cwd: folder, env: environment });
  let errors = '';
  server.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  await vi.waitUntil(() => existsSync(join(folder, 'diptych-data/server.json')), { timeout: 120_000 });
  return {
    errors: () => errors,
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    },
  };
}

beforeAll(() => {
  for (const path of [folder, prefix, environment.HOME]) mkdirSync(path);
  const [name = ''] = /diptych-[\d.]+\.tgz/.exec(readFileSync(page, 'utf8')) ?? [];
  renameSync(tarball, join(folder, name));
});

describe('A machine with nothing but npm and Node', () => {
  it('gets from the tarball to the first credential by the commands of the guide, without a warning', async () => {
    const [[install = '', start = ''] = [], phone = []] = await commandsOfGuide();
    const node = inShell('node --version').stdout.trim();
    const before = performance.now();
    expect(inShell(install)).toMatchObject({ status: 0, stderr: '' });
    const installed = performance.now();
    const server = await serve(start);
    try {
      const done = inShell(phone.join('\n'));
      const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1);
      const count = 2 + phone.length;
      expect(done).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/^credential [\da-f-]{36} with \d+ elements, 3 mobile/m),
      });
      expect(done.stderr + server.errors()).not.toMatch(/warn/i);
      console.info(
        `first credential: ${count} commands, ${seconds(before)} s; without npm ${seconds(installed)} s (${node})`,
      );
      expect(readFileSync(page, 'utf8')).toContain(`These ${NUMBERS[count]} commands`);
    } finally {
      await server.stop();
    }
  }, 600_000);

  it('the page of the sandbox names the number of its commands, too', () => {
    const text = readFileSync(sandboxPage, 'utf8');
    const commands = [...text.matchAll(/^```(?:sh)?\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
      block.trim().split('\n'),
    );
    const last = commands.findIndex((command) => command.endsWith('wallet provision'));
    expect(text.replaceAll('\n', ' ')).toContain(`first ${NUMBERS[last + 1]} commands`);
  });

  it('without a registry, the tarball is installed beside Node 24 or newer', () => {
    const [offline = ''] = /^npm install .* --offline .*$/m.exec(readFileSync(page, 'utf8')) ?? [];
    const other = {
      ...environment,
      NPM_CONFIG_PREFIX: join(machine, 'offline'),
      NPM_CONFIG_CACHE: join(machine, 'empty'),
    };
    const PATH = [join(machine, 'offline/bin'), dirname(process.execPath), ON_SYSTEM_NODE.PATH].join(
      delimiter,
    );
    expect(inShell(offline, { ...other, PATH })).toMatchObject({ status: 0, stderr: '' });
    expect(inShell('diptych --version', { ...other, PATH })).toMatchObject({ status: 0, stderr: '' });
    const isOld = Number.parseInt(inShell('node --version').stdout.slice(1), 10) < 24;
    expect(inShell(`${join(machine, 'offline/bin/diptych')} --version`, other)).toMatchObject(
      isOld ? { status: 69, stderr: expect.stringContaining('Install Node 24 or newer') } : { status: 0 },
    );
  }, 600_000);

  it('npx runs the tarball without installing it, without a question and without a warning', () => {
    const [, npx = ''] = /^(npx .*) demo$/m.exec(readFileSync(page, 'utf8')) ?? [];
    // From the second call on, npm knows what the bundled packages say about the Node that runs them.
    for (const _ of ['first', 'second'])
      expect(inShell(`${npx} --version`)).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/^\d+\.\d+\.\d+ \(commit /),
        stderr: '',
      });
  }, 600_000);
});
