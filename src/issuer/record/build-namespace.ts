import { isObject } from '../../conventions/json.ts';
import { normalizedText } from '../../conventions/normalize-text.ts';
import { encode } from '../../formats/cbor/index.ts';
import { encodeValue } from '../document-types/encode-value.ts';
import {
  type DocumentType,
  identifiersOf,
  matchesIdentifier,
  shownName,
  type TypeNamespace,
  type ValueType,
} from '../document-types/index.ts';
import type { Finding } from '../model/index.ts';
import type { Day } from './calendar.ts';
import { type Derived, deriveElements } from './derive.ts';
import type { RecordElement } from './record.ts';

/** The elements of a namespace in JSON by identifier. */
export type Values = ReadonlyMap<string, unknown>;

export interface BuiltNamespace {
  readonly elements: readonly RecordElement[];
  /** Values of the right type, as JSON, including derived ones. */
  readonly values: Values;
  readonly derived: ReadonlyMap<string, Derived>;
  readonly findings: readonly Finding[];
}

type Note = (id: string, path: string, problem: string, type?: ValueType) => undefined;

/**
 * Adds missing elements that can be derived from others. Given elements that differ from the derived ones are
 * errors.
 */
function withDerived(
  given: Map<string, unknown>,
  derived: ReadonlyMap<string, Derived>,
  note: Note,
  type: TypeNamespace,
): void {
  for (const [identifier, { value }] of derived) {
    const said = given.get(identifier);
    if (said === undefined) given.set(identifier, value);
    else if (typeof said === typeof value && said !== value) {
      const elementType = type.elements.find((one) => matchesIdentifier(one, identifier));
      const problem = 'contradicts the date of birth; leave it out, it is derived';
      note('contradictsBirthDate', identifier, problem, elementType);
    }
  }
}

function convert(type: TypeNamespace, left: Map<string, unknown>, note: Note) {
  const elements: RecordElement[] = [];
  const values = new Map<string, unknown>();
  for (const elementType of type.elements) {
    const identifiers = identifiersOf(elementType, left);
    if (identifiers.length === 0 && elementType.mandatory) {
      note('missing', elementType.identifier ?? '', 'is missing', elementType);
    }
    for (const identifier of identifiers) {
      const value = left.get(identifier);
      left.delete(identifier);
      let isRight = true;
      const report = (path: string, problem: string) => {
        isRight = false;
        return note('value', path, problem, elementType);
      };
      const converted = encodeValue(value, elementType, identifier, report);
      // A list with a wrong item is converted without it, but the rules need values that are right to the last member.
      if (converted === undefined || !isRight) continue;
      elements.push({ identifier, value: encode(converted) });
      values.set(identifier, value);
    }
  }
  for (const identifier of left.keys()) {
    note('unknownElement', shownName(identifier), 'is not an element of this document type');
  }
  return { elements, values };
}

/** The date of birth; undefined if it is missing or invalid. */
function birthIn(given: Values, type: TypeNamespace): (identifier: string) => Day | undefined {
  return (identifier) => {
    const value = given.get(identifier);
    const dateType = type.elements.find((one) => matchesIdentifier(one, identifier));
    const isDay = dateType?.type === 'full-date' && encodeValue(value, dateType, '', () => undefined);
    return isDay ? (value as Day) : undefined;
  };
}

/** All texts of a JSON value are normalized, so that every way of import reads them alike. */
function normalizedValue(value: unknown): unknown {
  if (typeof value === 'string') return normalizedText(value);
  if (Array.isArray(value)) return value.map(normalizedValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, normalizedValue(member)]));
}

/** Builds a namespace of a record in the order of its type, with all findings about single elements. */
export function buildNamespace(
  documentType: DocumentType,
  type: TypeNamespace,
  elements: Readonly<Record<string, unknown>>,
  today: Day,
): BuiltNamespace {
  const findings: Finding[] = [];
  const note: Note = (id, path, problem, elementType) => {
    const rule = elementType?.clause ?? type.clause;
    findings.push({ id, severity: 'error', rule, requirement: 'A2', path: `${type.name}/${path}`, problem });
  };
  const given = new Map(
    Object.entries(elements).flatMap(([identifier, value]) =>
      value === null || value === undefined ? [] : [[identifier, normalizedValue(value)]],
    ),
  );
  const derived = deriveElements(documentType, type, given.keys(), { birthOf: birthIn(given, type), today });
  withDerived(given, derived, note, type);
  return { ...convert(type, given, note), derived, findings };
}
