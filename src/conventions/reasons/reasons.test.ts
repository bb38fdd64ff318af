import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  ADMIN_REASONS,
  CONSOLE_REASONS,
  MEDIATION_REASONS,
  REASONS,
  REQUEST_REASONS,
  STATUS_CODES,
} from './index.ts';

const src = new URL('../../', import.meta.url);
const sources = globSync('**/*.ts', { cwd: src })
  .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('conventions/reasons/'))
  .map((path) => readFileSync(new URL(path, src), 'utf8'));

/** The reasons of HTTP refusals are in a table of another file. */
const table = readFileSync(new URL('http/conventions/refusals.ts', src), 'utf8');

const isRaised = (reason: string) =>
  sources.some((source) => source.includes(`'${reason}'`)) || table.includes(`\n  ${reason}: `);

describe('The reasons of refusals', () => {
  it.each(Object.keys(REASONS))('the reason %s is used in the sources', (reason) => {
    expect(isRaised(reason)).toBe(true);
  });

  it.each(Object.entries(REASONS))(
    'the reason %s has canonical codes, a meaning and a remedy',
    (reason, entry) => {
      expect(reason).toMatch(/^[A-Z][A-Z_]{0,61}[A-Z]$/);
      expect(entry.codes.length).toBeGreaterThan(0);
      for (const code of entry.codes) expect(STATUS_CODES).toContain(code);
      expect([entry.meaning, entry.remedy]).toEqual([
        expect.stringMatching(/^[A-Z`].*\.$/),
        expect.stringMatching(/^[A-Z`].*\.$/),
      ]);
    },
  );

  it('each reason is in exactly one table', () => {
    const all = [REQUEST_REASONS, MEDIATION_REASONS, ADMIN_REASONS, CONSOLE_REASONS];
    expect(all.flatMap((one) => Object.keys(one))).toHaveLength(Object.keys(REASONS).length);
  });
});
