import type { CheckedRecord, Finding } from '../model/index.ts';
import type { IssuerPolicy } from '../policy.ts';
import { buildRecord } from './build-record.ts';
import { recordContext } from './calendar.ts';

const DEFAULT_DOCUMENT_TYPE = 'org.iso.18013.5.1.mDL';

/** A holder's record as it is received. */
export interface GivenRecord {
  readonly id: string;
  readonly documentType?: string;
  /** By namespace and identifier: `{ "org.iso.18013.5.1": { "family_name": … } }`. */
  readonly elements: unknown;
}

/** `checked` is absent if one of the findings is an error. */
export interface RecordCheck {
  readonly checked?: CheckedRecord;
  /** Paths are relative to the record: `documentType`, `elements/…`. */
  readonly findings: readonly Finding[];
}

function notServed(types: Iterable<string>): Finding {
  const problem = `is not served; served: ${[...types].join(', ')}`;
  return { id: 'documentType', severity: 'error', rule: 'issuer policy', path: 'documentType', problem };
}

const inElements = (path: string) => (path === '' ? 'elements' : `elements/${path}`);

/** Builds the record to store, and reports all findings. `now` in milliseconds. */
export function checkRecord(
  { id, documentType = DEFAULT_DOCUMENT_TYPE, elements }: GivenRecord,
  policy: Pick<IssuerPolicy, 'documentTypes' | 'jurisdiction'>,
  now: number,
): RecordCheck {
  const type = policy.documentTypes.get(documentType);
  if (!type) return { findings: [notServed(policy.documentTypes.keys())] };
  const { built, findings } = buildRecord(type, elements, recordContext(policy, now));
  const found = findings.map((finding) => ({ ...finding, path: inElements(finding.path) }));
  if (!built) return { findings: found };
  const { bytes: record, changesOn } = built;
  const checked = { holderId: id, documentType, record, ...(changesOn === undefined ? {} : { changesOn }) };
  return { checked, findings: found };
}
