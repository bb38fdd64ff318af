import { DOCUMENT_TYPES, type TypeNamespace } from '../../../src/issuer/document-types/index.ts';
import { LINT_RULES } from '../../../src/issuer/record/lint/index.ts';

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, header.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

function mandatoryIn({ elements }: TypeNamespace): string {
  return codes(
    elements.flatMap(({ mandatory, identifier }) => (mandatory && identifier ? [identifier] : [])),
  );
}

function derivedIn({ elements }: TypeNamespace): string {
  return elements
    .flatMap(({ derive, identifier }) => {
      if (!derive || derive.onlyGiven || !identifier) return [];
      const ages = identifier.includes('NN') ? ` (${(derive.ages ?? []).join(', ')})` : '';
      return [`\`${identifier}\`${ages}`];
    })
    .join(', ');
}

/** The shipped document types by namespace. */
export function documentTypesTable(): string {
  const rows = [...DOCUMENT_TYPES.values()].flatMap(({ docType, namespaces }) =>
    namespaces.map((namespace) => [
      `\`${docType}\``,
      `\`${namespace.name}\`${namespace.optional ? ', may be left out' : ''}`,
      namespace.clause,
      `${namespace.elements.length}`,
      mandatoryIn(namespace) || 'none',
      derivedIn(namespace) || 'none',
    ]),
  );
  return table(['docType', 'namespace', 'clause', 'elements', 'mandatory', 'derived'], rows);
}

/** The rules on records that element types cannot express. */
export function recordRulesTable(): string {
  const rows = LINT_RULES.map(({ id, severity, summary, rule, requirement = '' }) => [
    `\`${id}\``,
    severity,
    summary,
    rule,
    requirement,
  ]);
  return table(['rule', 'severity', 'what holds', 'clause', 'requirement'], rows);
}
