import { decode, encode, Tagged } from '../../formats/cbor/index.ts';
import type { DocumentType, TypeNamespace } from '../document-types/index.ts';
import type { IssuerPolicy } from '../policy.ts';
import type { IssuerWriter } from '../ports/store.ts';
import { type Day, recordContext } from './calendar.ts';
import { changeRecord } from './change-record.ts';
import { type Derived, deriveElements, firstChange } from './derive.ts';
import { decodeRecord, encodeRecord, type RecordNamespace } from './record.ts';

function dayIn({ elements }: RecordNamespace, identifier: string): Day | undefined {
  const element = elements.find((one) => one.identifier === identifier);
  const value = element && decode(element.value);
  return value instanceof Tagged && typeof value.value === 'string' ? value.value : undefined;
}

function derivedIn(
  type: DocumentType,
  namespaceType: TypeNamespace | undefined,
  namespace: RecordNamespace,
  today: Day,
): ReadonlyMap<string, Derived> {
  if (!namespaceType) return new Map();
  const present = namespace.elements.map(({ identifier }) => identifier);
  const birthOf = (identifier: string) => dayIn(namespace, identifier);
  return deriveElements(type, namespaceType, present, { birthOf, today });
}

/** Computes the record for a given day, with new values of derived elements. */
export function recordOn(type: DocumentType, record: readonly RecordNamespace[], today: Day) {
  const changes: Derived[] = [];
  const namespaces = record.map((namespace) => {
    const namespaceType = type.namespaces.find(({ name }) => name === namespace.name);
    const derived = derivedIn(type, namespaceType, namespace, today);
    const elements = namespace.elements.map((element) => {
      const now = derived.get(element.identifier);
      if (!now) return element;
      changes.push(now);
      return { ...element, value: encode(now.value) };
    });
    return { ...namespace, elements };
  });
  const changesOn = firstChange(changes);
  return { record: encodeRecord(namespaces), ...(changesOn === undefined ? {} : { changesOn }) };
}

/**
 * Creates a new version of the record if derived elements have changed, as an import of the new values would.
 * Returns whether they had. A second call does nothing.
 */
export async function refreshDerived(
  writer: IssuerWriter,
  holderId: string,
  now: number,
  policy: Pick<IssuerPolicy, 'documentTypes' | 'jurisdiction'>,
): Promise<boolean> {
  const holder = await writer.holder(holderId);
  const type = holder && policy.documentTypes.get(holder.documentType);
  const { today } = recordContext(policy, now);
  if (!type || holder.changesOn === undefined || holder.changesOn > today) return false;
  const refreshed = recordOn(type, decodeRecord(holder.record), today);
  await changeRecord(writer, holder, refreshed, { actor: { kind: 'deadline' }, at: now });
  return true;
}
