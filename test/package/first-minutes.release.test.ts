import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../scripts/first-minutes.js', import.meta.url));

/** Megabytes that the demo may install. */
const MOST = 275;

it('the demo runs in a new clone, and installs only what it runs with', { timeout: 600_000 }, () => {
  const printed = execFileSync(process.execPath, [script, '--small'], { encoding: 'utf8' });
  console.info(printed);
  const numbers = printed
    .split('\n')
    .slice(1, -1)
    .map((line) => Number(line.split(/\s{2,}/).at(-1)));
  expect(numbers).toHaveLength(4);
  const [progress = 0, screen = 0, end = 0, size = 0] = numbers;
  expect(progress).toBeGreaterThan(0);
  expect(screen).toBeGreaterThan(progress);
  expect(end).toBeGreaterThan(screen);
  expect(size).toBeLessThanOrEqual(MOST);
});
