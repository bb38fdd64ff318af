import type { TSchema } from 'typebox';
import { type Catalogue, describeCase, digestOf } from '../../../src/conformance/catalogue.ts';
import { HOOK_ACTIONS, HOOKS } from '../../../src/conformance/hooks/contract.ts';
import { ISSUER_CATALOGUE } from '../../../src/conformance/issuer/catalogue.ts';
import { MEDIATION_CATALOGUE } from '../../../src/conformance/mediation/catalogue.ts';
import { VCI_CATALOGUE } from '../../../src/conformance/openid4vci/catalogue.ts';
import { Report } from '../../../src/conformance/report/contract.ts';
import { KnownFailures } from '../../../src/conformance/report/known-failures.ts';
import { LEVELS } from '../../../src/conformance/report/summary.ts';
import { tableOf } from './table.ts';

/** The cases of a catalogue, by the clause that they are about. */
function catalogueText<Bench>(catalogue: Catalogue<Bench>): string {
  const cases = catalogue.cases.map((one) => describeCase(catalogue, one));
  const clauses = Map.groupBy(cases, ({ clause }) => clause);
  const parts = Object.entries(catalogue.clauses).flatMap(([id, { section, text, level }]) => {
    if (!clauses.has(id)) return [];
    const rows = (clauses.get(id) ?? []).map((one) => [
      `\`${one.id}\``,
      one.profile,
      one.title,
      one.needs.join(', '),
    ]);
    return `### ${id} (${level})\n\n${section}: ${text}\n\n${tableOf(['case', 'profile', 'what a correct server does', 'needs'], rows)}`;
  });
  const count = (level: string) => cases.filter((one) => one.level === level).length;
  const counts = LEVELS.map((level) => `${count(level)} ${level}`).join(', ');
  return `${cases.length} cases: ${counts}. Catalogue ${digestOf(catalogue).slice(0, 16)}.\n\n${parts.join('\n\n')}`;
}

/** docs/reference/conformance-cases.md */
export const conformanceCasesPage = (): string => `# Conformance cases

What \`diptych conformance\` tests; [Test an issuer](../integrate/conformance.md) shows how. Every case is about one clause,
which gives it its level. **must**: the specification says it. **should**: the specification advises it, or the security of
a cited standard needs it. **may**: a decision on a point that the specification leaves open. \`npm run docs\` makes this page
from the cases.

## Issuer interface

${catalogueText(ISSUER_CATALOGUE)}

## Mediation interface

${catalogueText(MEDIATION_CATALOGUE)}

## OpenID4VCI

Cases have the names of modules of the [public test plans](openid4vci-plans.md) where one does the same.

${catalogueText(VCI_CATALOGUE)}
`;

/** The actions in docs/integrate/conformance.md. */
export const hooksTable = (): string =>
  tableOf(
    ['action', 'what the issuer does'],
    HOOK_ACTIONS.map((action) => [`\`${action}\``, HOOKS[action].summary]),
  );

const json = (schema: object) => `${JSON.stringify(schema, null, 2)}\n`;
const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

/** The hooks: a definition of the request and of the answer for each action. */
const hooksSchema = () => ({
  $schema: DRAFT,
  title: 'Hooks of an issuer for diptych conformance: POST {hooks}/{action}',
  $defs: Object.fromEntries(
    HOOK_ACTIONS.flatMap((action): readonly (readonly [string, TSchema])[] => [
      [`${action}.request`, { ...HOOKS[action].request, description: HOOKS[action].summary }],
      [`${action}.response`, HOOKS[action].response],
    ]),
  ),
});

/** The JSON Schemas of what the runner reads and writes. */
export const CONFORMANCE_SCHEMAS: Readonly<Record<string, () => string>> = {
  'docs/reference/conformance-hooks.schema.json': () => json(hooksSchema()),
  'docs/reference/conformance-report.schema.json': () => json({ $schema: DRAFT, ...Report }),
  'docs/reference/conformance-known-failures.schema.json': () => json({ $schema: DRAFT, ...KnownFailures }),
};
