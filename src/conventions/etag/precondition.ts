import { StatusError } from '../status.ts';
import { type EntityTags, matchesTag, strongTag } from './entity-tag.ts';

/** What a caller can do whose condition did not hold. */
const REMEDY = {
  'If-Match':
    'If-Match does not hold: the resource has another etag by now. Read it again and repeat the change with its new etag, or send If-Match: * to make it in any case.',
  'If-None-Match':
    'If-None-Match does not hold: the resource is there with this etag already. Leave the header out to make the change in any case.',
} as const;

function conditionNotMet(header: keyof typeof REMEDY): StatusError {
  return new StatusError('CONDITION_NOT_MET', 'Precondition Failed', [], {
    preconditions: [{ type: 'ETAG', subject: header, description: REMEDY[header] }],
    location: { type: 'header', name: header },
  });
}

/** To be asked inside the transaction that writes. Throws CONDITION_NOT_MET. */
export function checkIfMatch(tags: EntityTags | undefined, current: string | undefined): void {
  if (tags !== undefined && !matchesTag(tags, current)) throw conditionNotMet('If-Match');
}

/** For writes: `If-None-Match: *` creates only what is not there. Throws CONDITION_NOT_MET. */
export function checkIfNoneMatch(tags: EntityTags | undefined, current: string | undefined): void {
  if (tags !== undefined && matchesTag(tags, current)) throw conditionNotMet('If-None-Match');
}

/** The `etag` member of a body (AIP-154); absent or empty is no condition. Throws ABORTED. */
export function checkBodyEtag(sent: string | undefined, current: string | undefined): void {
  if (sent === undefined || sent === '') return;
  if (current !== undefined && strongTag(sent) === strongTag(current)) return;
  const text =
    'The etag of the body is not the one of the stored resource; read it again and repeat the change.';
  throw new StatusError('ETAG_MISMATCH', text, [{ field: 'etag', description: text }]);
}
