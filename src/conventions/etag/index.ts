export { type EntityTags, matchesTag, parseEntityTags, versionTag } from './entity-tag.ts';
export { checkBodyEtag, checkIfMatch, checkIfNoneMatch } from './precondition.ts';
