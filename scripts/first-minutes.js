// Measures the first minutes with Diptych: node scripts/first-minutes.js --help
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { megabytesToRun } from './installed.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const HELP = `Usage: node scripts/first-minutes.js [--before COMMIT] [--small | --first-line]

Does what a visitor of the README does, in a new clone of the last commit and with an empty cache of npm: npm run demo. Then
what somebody does who installs the package: npm install -g, and npx. Prints seconds and megabytes.

  --before COMMIT  measures this commit first
  --small          the clone only, with npm's own cache
  --first-line     only the first line in a new clone, and the size of what the demo installs, as it is in this folder
`;

const { values: options } = parseArgs({
  options: {
    before: { type: 'string' },
    small: { type: 'boolean' },
    'first-line': { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

/** Without the pinned Node of this clone, which npm puts first on the path, and without what npm sets for its scripts. */
const VISITOR = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
  PATH: process.env.PATH.split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter),
};

/** Bytes on disk, in megabytes. */
function megabytes(folder) {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) =>
    entry.isFile(),
  );
  const blocks = files.map((entry) => statSync(join(entry.parentPath ?? entry.path, entry.name)).blocks);
  return Math.round(blocks.reduce((sum, count) => sum + count, 0) / 2048);
}

/** Runs a command. Resolves to the seconds until its end, and until it first prints each of the texts. */
async function timed(command, args, { cwd, env, texts = {} }) {
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 100) / 10;
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stderr.pipe(process.stderr, { end: false });
  const times = {};
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => {
      for (const [name, text] of Object.entries(texts))
        if (line.includes(text) && times[name] === undefined) times[name] = seconds();
    });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with status ${status}`);
  return { ...times, end: seconds() };
}

/** The title of the first chapter of the tour. */
const SCREEN = { screen: 'The issuer panel' };
/** What scripts/setup.js prints at once. */
const PROGRESS = { progress: 'Installing ' };

function cloneAt(commit, folder) {
  const clone = join(folder, 'clone');
  execFileSync('git', ['clone', '--quiet', '--no-checkout', root, clone]);
  execFileSync('git', ['checkout', '--quiet', commit], { cwd: clone });
  return clone;
}

/** Ends the demo, with all that it started, at its first line. */
async function measureFirstLine(commit, folder) {
  const options = { cwd: cloneAt(commit, folder), env: VISITOR, stdio: ['ignore', 'pipe', 'pipe'] };
  const started = performance.now();
  const child = spawn('npm', ['run', 'demo', '--', '--once'], { ...options, detached: true });
  const line = ['stdout', 'stderr'].map(async (name) => {
    for await (const text of createInterface({ input: child[name] }))
      if (text.includes(PROGRESS.progress)) return performance.now() - started;
    throw new Error('npm run demo printed no progress');
  });
  const milliseconds = await Promise.any(line);
  process.kill(-child.pid);
  await once(child, 'close');
  return [
    ['npm run demo: first line, s', Math.round(milliseconds / 100) / 10],
    ['what the demo installs, MB', Math.round(megabytesToRun())],
  ];
}

async function measureClone(commit, folder, env) {
  const clone = cloneAt(commit, folder);
  const { progress, screen, end } = await timed('npm', ['run', 'demo', '--', '--once'], {
    cwd: clone,
    env,
    texts: { ...PROGRESS, ...SCREEN },
  });
  return {
    clone,
    rows: [
      ['npm run demo: first line, s', progress],
      ['npm run demo: first screen, s', screen],
      ['npm run demo: end, s', end],
      ['node_modules of the clone, MB', megabytes(join(clone, 'node_modules'))],
    ],
  };
}

async function measurePackage(clone, folder, env) {
  const quiet = ['--no-audit', '--no-fund'];
  // As `npm test` does before it begins.
  execFileSync('npm', ['run', 'setup'], { cwd: clone, env, stdio: 'ignore' });
  const rest = megabytes(join(clone, 'node_modules'));
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: clone, env, stdio: 'ignore' });
  const archive = join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz')),
  );
  const cold = (name) => ({ ...env, npm_config_cache: join(folder, name) });
  const prefix = join(folder, 'prefix');
  const installed = await timed('npm', ['install', '-g', '--prefix', prefix, ...quiet, archive], {
    cwd: folder,
    env: cold('cache-install'),
  });
  const args = ['--yes', '--package', archive, 'diptych', 'demo', '--once'];
  const { screen } = await timed('npx', args, { cwd: folder, env: cold('cache-npx'), texts: SCREEN });
  return [
    ['node_modules of the clone for npm test, MB', rest],
    ['package, MB', Math.round(statSync(archive).size / 2 ** 20)],
    ['npm install -g: end, s', installed.end],
    ['npm install -g: size, MB', megabytes(prefix)],
    ['npx … diptych demo: first screen, s', screen],
  ];
}

async function measure(commit) {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-first-minutes-'));
  try {
    if (options['first-line']) return await measureFirstLine(commit, folder);
    const cache = join(folder, 'cache');
    mkdirSync(cache);
    const env = options.small ? VISITOR : { ...VISITOR, npm_config_cache: cache };
    const { clone, rows } = await measureClone(commit, folder, env);
    return options.small ? rows : [...rows, ...(await measurePackage(clone, folder, env))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (options.help) {
  process.stdout.write(HELP);
} else {
  const commits = [...(options.before ? [options.before] : []), 'HEAD'];
  const columns = [];
  for (const commit of commits) {
    const hash = execFileSync('git', ['rev-parse', commit], { cwd: root, encoding: 'utf8' }).trim();
    columns.push(await measure(hash));
  }
  const line = (name, values) =>
    `${name.padEnd(44)}${values.map((value) => String(value).padStart(10)).join('')}\n`;
  process.stdout.write(
    line(
      '',
      commits.map((commit) => (commit === 'HEAD' ? 'now' : 'before')),
    ),
  );
  for (const [index, [name]] of columns[0].entries())
    process.stdout.write(
      line(
        name,
        columns.map((rows) => rows[index][1] ?? '-'),
      ),
    );
}
