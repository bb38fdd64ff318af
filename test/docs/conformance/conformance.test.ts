import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { conformancePage, filesOf, testsIn } from './page.ts';
import { AROUND, ISSUER, MEDIATION } from './sections.ts';

const SECTIONS = [...ISSUER, ...MEDIATION, ...AROUND];

describe('docs/conformance.md', () => {
  it('docs/conformance.md is current (npm run docs)', () => {
    const page = readFileSync(new URL('../../../docs/conformance.md', import.meta.url), 'utf8');
    expect(page).toBe(conformancePage());
  });

  it.each(SECTIONS.map(({ section, suites }) => [section, suites] as const))(
    'every suite of the section %s exists and has tests',
    (_, suites) => {
      const empty = suites.filter((suite) => !filesOf(suite).some((file) => testsIn(file) > 0));
      expect(suites.length).toBeGreaterThan(0);
      expect(empty).toEqual([]);
    },
  );

  it.each([
    ['issuer', ISSUER],
    ['mediation', MEDIATION],
  ] as const)('docs/conformance.md names every suite of test/%s/spec', (panel, sections) => {
    const named = sections.flatMap(({ suites }) => suites.flatMap(filesOf));
    expect(filesOf(`test/${panel}/spec/*`).filter((file) => !named.includes(file))).toEqual([]);
  });
});
