import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AROUND, ISSUER, MEDIATION, type Section } from './sections.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The files of a suite, relative to the root of the repository. */
export const filesOf = (suite: string) => globSync(`${suite}.test.ts`, { cwd: ROOT }).sort();

/** Tests in a file; a table of cases is one test. */
export function testsIn(file: string): number {
  return readFileSync(`${ROOT}${file}`, 'utf8').match(/^\s*it(?:\.\w+)*\(/gm)?.length ?? 0;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const testsOf = (sections: readonly Section[]) =>
  sum([...new Set(sections.flatMap(({ suites }) => suites.flatMap(filesOf)))].map(testsIn));

/** The file of a suite, or the folder if the suite is the whole folder. No links: the package has no tests. */
function placeOf(suite: string): string {
  const folder = suite.replace(/(?:\/\*\*)?\/\*$/, '');
  if (folder !== suite) return `\`${folder}\``;
  return `\`${suite}.test.ts\``;
}

const tableOf = (header: readonly string[], rows: readonly (readonly string[])[]) =>
  [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Sections of a specification, each with the number of its tests. */
const counted = (sections: readonly Section[]) =>
  tableOf(
    ['section', 'suites', 'tests'],
    sections.map(({ section, suites }) => [
      section,
      suites.map(placeOf).join(', '),
      String(sum(suites.flatMap(filesOf).map(testsIn))),
    ]),
  );

/** Parts of the product, each with its guide. */
const guided = (sections: readonly Section[]) =>
  tableOf(
    ['what', 'suites'],
    sections.map(({ section, guide = '', suites }) => [
      `[${section}](${guide})`,
      suites.map(placeOf).join(', '),
    ]),
  );

/** docs/conformance.md: what works, by section of the two specifications. */
export function conformancePage(): string {
  return `# Conformance

What works, and the tests that show it. \`npm run docs\` makes this page from the test suites. A table of cases
(\`it.each\`) counts as one test.

## Issuer interface

Every section of the specification is implemented. Its ${testsOf(ISSUER)} tests repeat the wording of the specification and
call a real server over HTTP.

${counted(ISSUER)}

## Mediation interface

Every section of the specification is implemented, with ${testsOf(MEDIATION)} tests. Reports are those of the public
discovery document: \`test/mediation/http/reports.test.ts\`.

${counted(MEDIATION)}

## Around the two interfaces

${guided(AROUND)}

The suites run on SQLite. \`npm test\` repeats those that depend on the database on PostgreSQL; \`npm run test:release\`
repeats the rest.
`;
}
