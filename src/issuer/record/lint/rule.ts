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

export interface Found {
  readonly path: string;
  readonly value: unknown;
}

export function element(record: LintedRecord, namespace: string, identifier: string): Found | undefined {
  const value = record.values.get(namespace)?.get(identifier);
  return value === undefined ? undefined : { path: `${namespace}/${identifier}`, value };
}

/** Elements with a role, in any namespace. */
export function inRole(record: LintedRecord, ...roles: readonly Role[]): readonly Found[] {
  return record.type.namespaces.flatMap(({ name, elements }) =>
    elements.flatMap(({ role, identifier }) => {
      const found =
        role && roles.includes(role) && identifier ? element(record, name, identifier) : undefined;
      return found ? [found] : [];
    }),
  );
}

/** A violation for each element that does not satisfy the condition. */
export function unless(
  fits: (value: unknown) => boolean,
  problem: string,
  elements: readonly (Found | undefined)[],
): readonly Violation[] {
  return elements.flatMap((found) => (found && !fits(found.value) ? [{ path: found.path, problem }] : []));
}

/** The members of a list of objects, with their paths. */
export function entries(found: Found | undefined): readonly { path: string; entry: Members }[] {
  const list = Array.isArray(found?.value) ? (found.value as readonly Members[]) : [];
  return list.map((entry, index) => ({ path: `${found?.path}[${index}]`, entry }));
}

export type Members = Readonly<Record<string, unknown>>;
