// Every static check of the project, two at a time; all run even when one fails.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function run(args) {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root, env, maxBuffer: 64 << 20 }, (error, stdout, stderr) =>
      resolve({ ok: error === null, stdout, stderr }),
    );
  });
}

async function passes(args) {
  const { ok, stdout, stderr } = await run(args);
  return { ok, report: stdout + stderr };
}

/** dependency-cruiser reports "no violations" when it could read nothing, so the module count is a check too. */
async function importArrows() {
  const args = [
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    'src',
    'console/src',
    '--output-type',
    'json',
  ];
  const done = await run([...args, '--config', '.dependency-cruiser.cjs']);
  if (!done.stdout) return { ok: false, report: done.stderr };
  const { summary } = JSON.parse(done.stdout);
  const lines = summary.violations.map((v) => `${v.rule.name}: ${v.from} -> ${v.to}`);
  if (summary.totalCruised < 20) lines.push(`only ${summary.totalCruised} modules were seen`);
  return { ok: lines.length === 0, report: lines.join('\n') || `${summary.totalCruised} modules` };
}

const CHECKS = [
  ['types', () => passes(['node_modules/ts7/lib/tsc.js', '-p', '.'])],
  ['types of the consoles', () => passes(['node_modules/ts7/lib/tsc.js', '-p', 'console'])],
  ['declarations', () => passes(['node_modules/ts7/lib/tsc.js', '-p', 'tsconfig.build.json', '--noEmit'])],
  [
    'format and lint',
    () =>
      passes(['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '--diagnostic-level=warn', '.']),
  ],
  [
    'promises',
    () =>
      passes([
        'node_modules/oxlint/bin/oxlint',
        '--type-aware',
        '--deny-warnings',
        'src',
        'console',
        'test',
        'bench',
        'docs',
      ]),
  ],
  ['unused code', () => passes(['node_modules/knip/bin/knip.js', '--no-progress'])],
  ['import arrows and cycles', importArrows],
  ['what is written once', () => passes(['scripts/written-once.js'])],
  ['what is made of words', () => passes(['scripts/count-worded.js'])],
  ['linear regular expressions', () => passes(['scripts/linear-regexps.js'])],
];

let failed = 0;
async function runChecks(checks) {
  for (const [name, check] of checks) {
    const started = performance.now();
    const { ok, report } = await check();
    if (!ok) failed += 1;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n${ok ? '' : `${report}\n`}`);
  }
}

// Both workers take checks from this one iterator.
const checks = CHECKS.values();
await Promise.all([runChecks(checks), runChecks(checks)]);
process.exit(failed === 0 ? 0 : 1);
