import { encode } from '../../formats/cbor/index.ts';
import { encodeValue, type Problem, type Report } from '../document-types/encode-value.ts';
import type { DocumentType, ValueType } from '../document-types/index.ts';
import type { RecordElement, RecordNamespace } from './record.ts';

/** Elements by namespace as they are imported: `{ "org.iso.18013.5.1": { "family_name": … } }`. */
export type JsonElements = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

type BuiltRecord =
  | { readonly record: readonly RecordNamespace[]; readonly problems?: never }
  | { readonly problems: readonly Problem[]; readonly record?: never };

type TypeNamespace = DocumentType['namespaces'][number];

function matches(type: ValueType, identifier: string): boolean {
  return type.identifierPattern === undefined
    ? type.identifier === identifier
    : new RegExp(type.identifierPattern, 'u').test(identifier);
}

function buildNamespace(
  type: TypeNamespace,
  given: Readonly<Record<string, unknown>>,
  report: Report,
): readonly RecordElement[] {
  const left = new Map(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
  const elements: RecordElement[] = [];
  for (const elementType of type.elements) {
    const identifiers = [...left.keys()].filter((identifier) => matches(elementType, identifier)).sort();
    if (identifiers.length === 0 && elementType.mandatory) {
      report(`${type.name}/${elementType.identifier}`, 'is missing');
    }
    for (const identifier of identifiers) {
      const value = encodeValue(left.get(identifier), elementType, `${type.name}/${identifier}`, report);
      if (value !== undefined) elements.push({ identifier, value: encode(value) });
      left.delete(identifier);
    }
  }
  for (const identifier of left.keys())
    report(`${type.name}/${identifier}`, 'is not an element of this document type');
  return elements;
}

/** A record in the order of its document type, or everything that is wrong with it. Nothing is filled in. */
export function buildRecord(type: DocumentType, given: JsonElements): BuiltRecord {
  const problems: Problem[] = [];
  const report: Report = (path, problem) => {
    problems.push({ path, problem });
  };
  const record: RecordNamespace[] = [];
  for (const namespace of type.namespaces) {
    const elements = given[namespace.name];
    if (elements === undefined && namespace.optional) continue;
    record.push({ name: namespace.name, elements: buildNamespace(namespace, elements ?? {}, report) });
  }
  for (const name of Object.keys(given)) {
    if (!type.namespaces.some((namespace) => namespace.name === name)) {
      report(name, 'is not a namespace of this document type');
    }
  }
  return problems.length > 0 ? { problems } : { record };
}
