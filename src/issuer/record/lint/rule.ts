import type { DocumentType, ValueType } from '../../document-types/index.ts';
import type { Finding } from '../../model/index.ts';
import type { Values } from '../build-namespace.ts';
import type { RecordContext } from '../calendar.ts';

export type Role = NonNullable<ValueType['role']>;

/** The input of the rules: values of the right type as JSON, including derived ones. */
export interface LintedRecord {
  readonly type: DocumentType;
  readonly values: ReadonlyMap<string, Values>;
  readonly context: RecordContext;
}

export type Violation = Pick<Finding, 'path' | 'problem'>;

/** A rule about one or more elements. Records without these elements satisfy it. */
export interface Rule extends Omit<Finding, 'path' | 'problem'> {
  /** The condition that a good record meets, for the documentation. */
  readonly summary: string;
  readonly check: (record: LintedRecord) => readonly Violation[];
}

export interface RuleFinding {
  readonly path: string;
  readonly value: unknown;
}

export function element(
  record: LintedRecord,
  namespace: string,
  identifier: string,
): RuleFinding | undefined {
  const value = record.values.get(namespace)?.get(identifier);
  return value === undefined ? undefined : { path: `${namespace}/${identifier}`, value };
}

interface Place {
  readonly role: Role;
  readonly namespace: string;
  readonly identifier: string;
}

const placesOf = new WeakMap<DocumentType, readonly Place[]>();

/** All elements of a document type that have a role. Each record needs them many times. */
function places(type: DocumentType): readonly Place[] {
  const known = placesOf.get(type);
  if (known) return known;
  const found = type.namespaces.flatMap(({ name: namespace, elements }) =>
    elements.flatMap(({ role, identifier }) => (role && identifier ? [{ role, namespace, identifier }] : [])),
  );
  placesOf.set(type, found);
  return found;
}

/** Elements with a role, in any namespace. */
export function inRole(record: LintedRecord, ...roles: readonly Role[]): readonly RuleFinding[] {
  return places(record.type).flatMap(({ role, namespace, identifier }) => {
    const found = roles.includes(role) ? element(record, namespace, identifier) : undefined;
    return found ? [found] : [];
  });
}

/** A violation for each element that does not satisfy the condition. */
export function unless(
  fits: (value: unknown) => boolean,
  problem: string,
  elements: readonly (RuleFinding | undefined)[],
): readonly Violation[] {
  return elements.flatMap((found) => (found && !fits(found.value) ? [{ path: found.path, problem }] : []));
}

/** The members of a list of objects, with their paths. */
export function entries(found: RuleFinding | undefined): readonly { path: string; entry: Members }[] {
  const list = Array.isArray(found?.value) ? (found.value as readonly Members[]) : [];
  return list.map((entry, index) => ({ path: `${found?.path}[${index}]`, entry }));
}

export type Members = Readonly<Record<string, unknown>>;
