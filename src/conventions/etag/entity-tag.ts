import { invalidArgument } from '../refusal.ts';

/** The tag of a version, with its quotes (RFC 9110 8.8.3). It names the version, never the bytes of an answer. */
export function versionTag(version: string | number | bigint): string {
  const text = String(version);
  if (!/^[\x21\x23-\x7e]*$/.test(text)) throw new RangeError('a version tag is made of printable ASCII');
  return `"${text}"`;
}

/** A proxy that compresses may have weakened the tag, so that one leading `W/` is taken off. */
export function strongTag(tag: string): string {
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

/** `current` is the tag of the stored version, undefined where there is none. */
export function matchesTag(tags: EntityTags, current: string | undefined): boolean {
  if (current === undefined) return false;
  return tags === '*' || tags.includes(strongTag(current));
}
