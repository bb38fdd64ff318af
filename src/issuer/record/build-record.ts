import { isObject } from '../../conventions/json.ts';
import { type DocumentType, shownName } from '../document-types/index.ts';
import { type Finding, isError } from '../model/index.ts';
import { type BuiltNamespace, buildNamespace } from './build-namespace.ts';
import type { Day, RecordContext } from './calendar.ts';
import { firstChange } from './derive.ts';
import { lintRecord } from './lint/index.ts';
import { encodeRecord, type RecordNamespace } from './record.ts';
import { sizeFindings } from './size.ts';

export interface BuiltRecord {
  readonly namespaces: readonly RecordNamespace[];
  /** What a holder keeps. */
  readonly bytes: Uint8Array;
  /** The first day on which a derived element will be another; absent when none ever will. */
  readonly changesOn?: Day;
}

/** `built` is absent when one of the findings is an error. */
export interface RecordReport {
  readonly built?: BuiltRecord;
  /** In the order of the document type. */
  readonly findings: readonly Finding[];
}

type Json = Readonly<Record<string, unknown>>;

function shapeFinding(path: string, problem: string): Finding {
  return { id: 'shape', severity: 'error', rule: 'ISO/IEC 18013-5 7.1', path, problem };
}

function shapeFindings(type: DocumentType, given: Json): readonly Finding[] {
  return Object.entries(given).flatMap(([name, elements]) => {
    if (!type.namespaces.some((namespace) => namespace.name === name)) {
      return [shapeFinding(shownName(name), 'is not a namespace of this document type')];
    }
    return isObject(elements) ? [] : [shapeFinding(name, 'must be an object of elements')];
  });
}

function buildNamespaces(type: DocumentType, given: Json, today: Day): ReadonlyMap<string, BuiltNamespace> {
  const built = new Map<string, BuiltNamespace>();
  for (const namespace of type.namespaces) {
    const elements = Object.hasOwn(given, namespace.name) ? given[namespace.name] : undefined;
    if (elements === undefined && namespace.optional) continue;
    const known = isObject(elements) ? elements : {};
    built.set(namespace.name, buildNamespace(type, namespace, known, today));
  }
  return built;
}

/**
 * A record in the order of its document type, and everything that there is to say about it. Elements that follow from
 * others are derived; one that is missing is reported, never filled in.
 * @param given elements by namespace and identifier, as parsed JSON: `{ "org.iso.18013.5.1": { "family_name": … } }`
 */
export function buildRecord(type: DocumentType, given: unknown, context: RecordContext): RecordReport {
  if (!isObject(given)) return { findings: [shapeFinding('', 'must be an object of namespaces')] };
  const built = buildNamespaces(type, given, context.today);
  const values = new Map([...built].map(([name, namespace]) => [name, namespace.values]));
  const found = [
    ...shapeFindings(type, given),
    ...[...built.values()].flatMap(({ findings }) => findings),
    ...lintRecord({ type, values, context }),
  ];
  if (found.some(isError)) return { findings: found };
  const namespaces = [...built].map(([name, { elements }]) => ({ name, elements }));
  const findings = [...found, ...sizeFindings(namespaces, type)];
  if (findings.some(isError)) return { findings };
  const changesOn = firstChange([...built.values()].flatMap(({ derived }) => [...derived.values()]));
  const record = { namespaces, bytes: encodeRecord(namespaces) };
  return { built: { ...record, ...(changesOn === undefined ? {} : { changesOn }) }, findings };
}
