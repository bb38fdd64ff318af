import type { DocumentType, ValueType } from '../../issuer/document-types/index.ts';

interface Names {
  readonly exact: Set<string>;
  /** Of families of elements such as age_over_NN. */
  readonly patterns: RegExp[];
}

function gather(type: ValueType, names: Names): void {
  if (type.identifier !== undefined) names.exact.add(type.identifier);
  if (type.identifierPattern !== undefined) names.patterns.push(new RegExp(type.identifierPattern, 'u'));
  if (type.items) gather(type.items, names);
  for (const [name, member] of Object.entries(type.members ?? {})) {
    names.exact.add(name);
    gather(member, names);
  }
}

/**
 * Shows a finding's path where it is kept, as in a log: names that no document type has come from the record itself and
 * may be anything, so they are left out.
 */
export function knownPaths(types: Iterable<DocumentType>): (path: string) => string {
  const names: Names = { exact: new Set(['documentType', 'elements']), patterns: [] };
  for (const { namespaces } of types) {
    for (const { name, elements } of namespaces) {
      names.exact.add(name);
      for (const element of elements) gather(element, names);
    }
  }
  const isKnown = (name: string) => names.exact.has(name) || names.patterns.some((one) => one.test(name));
  const shown = (part: string) =>
    part.replace(/\[\d+\]|[^.[\]]+/g, (name) => (name.startsWith('[') || isKnown(name) ? name : '…'));
  return (path) =>
    path
      .split('/')
      .map((part) => (isKnown(part) ? part : shown(part)))
      .join('/');
}
