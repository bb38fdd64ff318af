import { isObject } from '../../conventions/json.ts';
import { ProofError } from '../../formats/android/index.ts';
import { type DocumentType, shownName } from '../document-types/index.ts';
import { MAX_SEALED_PLAINTEXT } from '../envelope/seal.ts';
import { type Finding, isError } from '../model/index.ts';
import { type BuiltNamespace, buildNamespace } from './build-namespace.ts';
import type { Day, RecordContext } from './calendar.ts';
import { firstChange } from './derive.ts';
import { issueDocument } from './document.ts';
import { lintRecord } from './lint/index.ts';
import { encodeRecord, type RecordNamespace } from './record.ts';

/** The proof of provisioning repeats the data, adds about this many bytes, and has the same limit. */
const PROOF_OVERHEAD = 256;
const LIMIT = MAX_SEALED_PLAINTEXT - PROOF_OVERHEAD;

/** Size of the credential in bytes; undefined if a device could not store it. */
function documentSize(record: readonly RecordNamespace[], type: DocumentType): number | undefined {
  try {
    return issueDocument(record, type).bytes.length;
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

/** Checks that a device can store the record and that the interface can transmit it. */
function sizeFindings(record: readonly RecordNamespace[], type: DocumentType): readonly Finding[] {
  const finding = { id: 'tooLarge', severity: 'error', rule: 'EncryptedData', path: '' } as const;
  const size = documentSize(record, type);
  if (size === undefined) {
    const problem = 'a device cannot store this: at most 31 namespaces of 255 elements each';
    return [{ ...finding, problem }];
  }
  if (size <= LIMIT) return [];
  const problem = `the credential has ${size} bytes, at most ${LIMIT} fit; use a smaller portrait`;
  return [{ ...finding, problem }];
}

interface BuiltRecord {
  readonly namespaces: readonly RecordNamespace[];
  /** The record in the encoding of `Holder.record`. */
  readonly bytes: Uint8Array;
  /** The first day on which a derived element changes; absent if none will. */
  readonly changesOn?: Day;
}

/** `built` is absent if one of the findings is an error. */
interface RecordReport {
  readonly built?: BuiltRecord;
  /** Problems of the record, in the order of the document type. */
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
 * Builds a record in the order of its document type, with all findings. Adds derived elements; other missing
 * elements are only reported. @param given elements by namespace and identifier, as parsed JSON: `{
 * "org.iso.18013.5.1": { "family_name": … } }`
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
