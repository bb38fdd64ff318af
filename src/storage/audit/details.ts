import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Insertable, Selectable } from 'kysely';
import type { Details } from '../../audit/entry.ts';
import { detailsDigest } from '../../audit/node-crypto.ts';
import { canonicalJson } from '../../conventions/canonical-json.ts';
import type { AuditTables } from '../schema/audit.ts';

type Table = AuditTables['state_change'];
type Columns = 'details' | 'details_deflated' | 'details_length' | 'details_digest';

/**
 * Maximum length of stored details, far larger than those of any resource. Of larger details only the digest
 * is stored.
 */
const MOST_DETAILS = 4 * 1024 * 1024;

/** Lengths of details that are compressed: smaller ones gain little, larger ones would block the event loop. */
const DEFLATED = { from: 512, to: 256 * 1024 } as const;

/** The details of a resource before and after a change, in a quarter of the space. */
export function fromDetails(details: Details): Pick<Insertable<Table>, Columns> {
  const canonical = canonicalJson(details);
  // As long as the text that keeps the order of the members, which is printed only to be stored.
  const { length } = canonical;
  const isDeflated = length >= DEFLATED.from && length <= DEFLATED.to;
  const text = length > MOST_DETAILS ? null : JSON.stringify(details);
  return {
    details: isDeflated ? null : text,
    details_deflated: isDeflated && text !== null ? deflateRawSync(text) : null,
    details_length: isDeflated ? length : null,
    details_digest: detailsDigest(canonical),
  };
}

/** Characters of the compressed text take at most three bytes. */
const MOST_BYTES = 3 * DEFLATED.to;

/** Without bytes that cannot be read, the entry no longer matches its seal, and `events verify` names it. */
function inflated(bytes: Uint8Array): Details | undefined {
  try {
    return JSON.parse(String(inflateRawSync(bytes, { maxOutputLength: MOST_BYTES }))) as Details;
  } catch {
    return undefined;
  }
}

/** Reads what `fromDetails` wrote. */
export function toDetails(row: Partial<Pick<Selectable<Table>, Columns>>): Details | undefined {
  const { details, details_deflated: deflated } = row;
  if (deflated) return inflated(deflated);
  return details === null || details === undefined ? undefined : (JSON.parse(details) as Details);
}
