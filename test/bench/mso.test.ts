import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('../../bench/main.ts', import.meta.url));

const bench = (...args: readonly string[]) => promisify(execFile)(process.execPath, [MAIN, ...args]);

describe('bench mso', () => {
  it('measures diptych beside primitives and peers, and reports each goal as a ratio', async () => {
    const { stdout } = await bench('mso', '--rounds', '1');
    const [title, costs, ratios] = stdout.split('\n\n') as [string, string, string];
    expect(title).toMatch(/, \d+ cores · Node v\d+\.\d+\.\d+ · 1 round\n/);

    const [costHead, ...costLines] = costs.split('\n');
    expect(costHead).toMatch(/^µs per MSO +CPU median +min +max +wall median$/);
    const headings = costLines.filter((line) => !line.startsWith(' '));
    expect(headings).toEqual(['primitives', 'limits: primitives added up', 'diptych', 'peers, issue only']);
    for (const line of costLines.filter((line) => line.startsWith(' '))) {
      expect(line).toMatch(/^ {2}\S.*?( +\d+\.\d+){4}$/);
    }

    const [ratioHead, ...ratioLines] = ratios.trimEnd().split('\n');
    expect(ratioHead).toMatch(/^times as fast +CPU median +min +max +wall median +goal$/);
    for (const line of ratioLines) {
      expect(line).toMatch(/^ {2}(P\d| {2}) \S.*?( +\d+\.\d\d){4}( +>= [\d.]+ +(met|missed))?$/);
    }
    const goals = ratioLines.filter((line) => /met|missed/.test(line)).map((line) => line.trim().slice(0, 2));
    expect(goals).toEqual(['P1', 'P1', 'P2', 'P2', 'P2']);
  });

  it('gives the same as JSON', async () => {
    const { stdout } = await bench('mso', '--rounds', '1', '--json');
    const found = JSON.parse(stdout);
    expect(found).toMatchObject({ unit: 'MSO', rounds: 1, node: process.version });
    for (const { cpu, wall } of [...found.rows, ...found.ratios]) {
      for (const { median, min, max } of [cpu, wall]) {
        expect(median).toBeGreaterThanOrEqual(min);
        expect(max).toBeGreaterThanOrEqual(median);
      }
    }
    const goals = found.ratios.filter(({ goal }: { goal?: string }) => goal !== undefined);
    expect(goals.map(({ atLeast }: { atLeast: number }) => atLeast)).toEqual([0.85, 0.88, 10, 4, 1.5]);
  });
});

describe('the bench command', () => {
  it('lists the benches', async () => {
    const { stdout } = await bench('--help');
    expect(stdout).toMatch(/^ {2}mso /m);
  });

  it.each([[[]], [['unknown']], [['mso', '--rounds', '0']], [['mso', '--rounds', 'x']], [['mso', '--fast']]])(
    'refuses %j with its usage and exit status 2',
    async (args) => {
      await expect(bench(...args)).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringContaining('npm run bench'),
      });
    },
  );
});
