import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BENCHES = globSync('bench/*/bench.ts', { cwd: ROOT });

it('every benchmark loads outside of the test runner', () => {
  expect(BENCHES.length).toBeGreaterThan(10);
  const script = BENCHES.map((path) => `await import('./${path}');`).join('\n');
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: ROOT, stdio: 'pipe' });
}, 60_000);
