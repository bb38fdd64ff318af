import { invalidArgument } from './refusal.ts';
import { StatusError } from './status.ts';

/**
 * The entity tag of a version, with its quotes (RFC 9110 8.8.3). It identifies the version, not the bytes of an answer.
 */
export function versionTag(version: string | number | bigint): string {
  const text = String(version);
  if (!/^[\x21\x23-\x7e]*$/.test(text)) throw new RangeError('a version tag is made of printable ASCII');
  return `"${text}"`;
}

/** Removes one leading `W/`, because a compressing proxy may have weakened the tag. */
function strongTag(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}

export type EntityTags = '*' | readonly string[];

const ELEMENT = /[ \t]*(?:(?:W\/)?("[\x21\x23-\x7e\x80-\u00ff]*")[ \t]*)?(,|$)/y;

/** `If-Match` or `If-None-Match`: `*` or a list of tags (RFC 9110 13.1.1). Throws INVALID_ENTITY_TAG. */
export function parseEntityTags(header: string, value: string | undefined): EntityTags | undefined {
  if (value === undefined) return undefined;
  if (value.trim() === '*') return '*';
  const tags: string[] = [];
  ELEMENT.lastIndex = 0;
  while (ELEMENT.lastIndex < value.length) {
    const match = ELEMENT.exec(value);
    if (!match) return refuse(header);
    if (match[1] !== undefined) tags.push(match[1]);
    if (match[2] === '') break;
  }
  return tags.length > 0 ? tags : refuse(header);
}

function refuse(header: string): never {
  const text = `Invalid value of the header ${header}: '*' or quoted entity tags are expected`;
  throw invalidArgument('INVALID_ENTITY_TAG', text, [{ field: header, description: text }], {
    location: { type: 'header', name: header },
  });
}

/** `current` is the tag of the stored version, undefined if there is none. */
export function matchesTag(tags: EntityTags, current: string | undefined): boolean {
  if (current === undefined) return false;
  return tags === '*' || tags.includes(strongTag(current));
}

/** Advice for callers whose condition did not hold. */
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

/** Must be called inside the transaction that writes. Throws CONDITION_NOT_MET. */
export function checkIfMatch(tags: EntityTags | undefined, current: string | undefined): void {
  if (tags !== undefined && !matchesTag(tags, current)) throw conditionNotMet('If-Match');
}

/** For writes: with `If-None-Match: *`, the resource must not exist. Throws CONDITION_NOT_MET. */
export function checkIfNoneMatch(tags: EntityTags | undefined, current: string | undefined): void {
  if (tags !== undefined && matchesTag(tags, current)) throw conditionNotMet('If-None-Match');
}

/** The `etag` member of a body (AIP-154). If it is absent or empty, there is no condition. Throws ABORTED. */
export function checkBodyEtag(sent: string | undefined, current: string | undefined): void {
  if (sent === undefined || sent === '') return;
  if (current !== undefined && strongTag(sent) === strongTag(current)) return;
  const text =
    'The etag of the body is not the one of the stored resource; read it again and repeat the change.';
  throw new StatusError('ETAG_MISMATCH', text, [{ field: 'etag', description: text }]);
}
