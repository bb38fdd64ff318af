// Installs the locked dependencies when they are missing or no longer match package-lock.json.
// Runs on any Node >= 20; the pinned Node 24 is one of the things that it installs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const marker = `${root}node_modules/.diptych-setup`;

/** True when node_modules was installed from the lock file as it stands. */
function isCurrent(fingerprint) {
  return existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint;
}

function install() {
  process.stderr.write(
    'Installing the locked dependencies (npm ci); once per change of package-lock.json …\n',
  );
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  // A nodedir setting would point addon builds at the headers of another Node version.
  const env = { ...process.env, npm_config_nodedir: '' };
  const args = [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 2, 2] });
  if (done.status !== 0) {
    process.stderr.write('npm ci failed; the lines above tell why. Nothing else was changed.\n');
    process.exit(done.status ?? 1);
  }
}

const fingerprint = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex');
if (!isCurrent(fingerprint)) {
  install();
  writeFileSync(marker, fingerprint);
}
