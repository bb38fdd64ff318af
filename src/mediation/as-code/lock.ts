import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { canonicalJson } from '../../conventions/canonical-json.ts';
import { closed } from '../../conventions/json-schema.ts';
import { UserError } from '../../conventions/user-error.ts';

const Digests = Type.Record(Type.String(), Type.String());
const Id = Type.String({ pattern: '^\\d{1,20}$' });

const LockedLine = Type.Object({ id: Id, applied: Digests }, closed);
const LockedGroup = Type.Object(
  {
    id: Id,
    /** Digest of each member as it was last applied. */
    applied: Digests,
    lines: Type.Record(Type.String(), LockedLine),
  },
  closed,
);

const Scope = Type.Object(
  {
    /** Resource names by key. */
    mappings: Type.Record(Type.String(), Type.String()),
    groups: Type.Record(Type.String(), LockedGroup),
    /** Groups that others took the place of, and that are still to be archived or emptied. */
    retired: Type.Optional(Type.Array(Id)),
  },
  closed,
);

const Lock = Type.Object(
  {
    version: Type.Literal(1),
    /** By address of the server, then by publisher. */
    servers: Type.Record(Type.String(), Type.Record(Type.String(), Scope)),
  },
  closed,
);

export type LockedLine = Static<typeof LockedLine>;
export type LockedGroup = Static<typeof LockedGroup>;
/** The part of a lock file that is about one publisher on one server. */
export type LockScope = Static<typeof Scope>;
export type Lock = Static<typeof Lock>;

export const EMPTY_LOCK: Lock = { version: 1, servers: {} };
export const EMPTY_SCOPE: LockScope = { mappings: {}, groups: {} };

const shape = Compile(Lock);

/** The lock file cannot be used. */
export class LockError extends UserError {
  override readonly name = 'LockError';
}

export function parseLock(text: string, file: string): Lock {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new LockError(`${file} is not JSON; take it from the version control again`);
  }
  if (shape.Check(value)) return value;
  const [problem] = shape.Errors(value);
  const { instancePath = '', keyword, message } = problem ?? {};
  const what = keyword === 'boolean' ? 'is not known' : message;
  throw new LockError(
    `${file} is not a lock file of this version: ${instancePath} ${what}`.replace(/ {2}/, ' '),
  );
}

/** What changed in a scope: new values, null for what was taken away. */
const Changes = Type.Object(
  {
    mappings: Type.Record(Type.String(), Type.String()),
    groups: Type.Record(Type.String(), Type.Union([LockedGroup, Type.Null()])),
    retired: Type.Array(Id),
  },
  closed,
);
type Changes = Static<typeof Changes>;

const changesShape = Compile(Changes);

/** One line of a journal, which makes an entry durable without the whole lock file. */
export function printChanges(before: LockScope, after: LockScope): string {
  const changed = <Value>(from: Readonly<Record<string, Value>>, to: Readonly<Record<string, Value>>) =>
    Object.entries(to).filter(([key, value]) => own(from, key) !== value);
  const gone = Object.keys(before.groups).filter((key) => own(after.groups, key) === undefined);
  const changes: Changes = {
    mappings: Object.fromEntries(changed(before.mappings, after.mappings)),
    groups: Object.fromEntries([
      ...gone.map((key) => [key, null]),
      ...changed(before.groups, after.groups),
    ]) as Changes['groups'],
    retired: [...(after.retired ?? [])],
  };
  return `${JSON.stringify(changes)}\n`;
}

/** A scope with the changes of a journal. A last line that a crash cut off was not acknowledged. @throws LockError */
export function withJournal(scope: LockScope, text: string, file: string): LockScope {
  const lines = text.split('\n').slice(0, -1);
  const mappings = { ...scope.mappings };
  const groups = { ...scope.groups };
  let { retired } = scope;
  for (const line of lines) {
    const changes: unknown = JSON.parse(line);
    if (!changesShape.Check(changes)) throw new LockError(`${file} is not a journal of this version`);
    Object.assign(mappings, changes.mappings);
    for (const [key, group] of Object.entries(changes.groups))
      if (group === null) delete groups[key];
      else groups[key] = group;
    retired = changes.retired;
  }
  return { mappings, groups, ...(retired && retired.length > 0 && { retired }) };
}

const own = <Value>(values: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined =>
  values && Object.hasOwn(values, key) ? values[key] : undefined;

export const scopeOf = (lock: Lock, server: string, publisher: string): LockScope =>
  own(own(lock.servers, server), publisher) ?? EMPTY_SCOPE;

export const withScope = (lock: Lock, server: string, publisher: string, scope: LockScope): Lock => ({
  ...lock,
  servers: { ...lock.servers, [server]: { ...own(lock.servers, server), [publisher]: scope } },
});

/** Entries without those of this id: their keys were renamed, and each id has one key. */
const withoutId = <Entry extends { readonly id: string }>(
  entries: Readonly<Record<string, Entry>>,
  id: string,
) => Object.fromEntries(Object.entries(entries).filter(([, entry]) => entry.id !== id));

export const withGroup = (scope: LockScope, key: string, group: LockedGroup): LockScope => ({
  ...scope,
  groups: {
    ...(lockedGroup(scope, key)?.id === group.id ? scope.groups : withoutId(scope.groups, group.id)),
    [key]: group,
  },
});

export const withLine = (
  lines: LockedGroup['lines'],
  key: string,
  line: LockedLine,
): LockedGroup['lines'] => ({
  ...withoutId(lines, line.id),
  [key]: line,
});

export const lockedGroup = (scope: LockScope, key: string) => own(scope.groups, key);
export const lockedMapping = (scope: LockScope, key: string) => own(scope.mappings, key);
export const lockedLine = (group: LockedGroup | undefined, key: string) => own(group?.lines, key);
export const appliedDigest = (applied: Readonly<Record<string, string>> | undefined, member: string) =>
  own(applied, member);

/** Sorted, so that a change of one entry is a change of few lines. */
export const printLock = (lock: Lock): string =>
  `${JSON.stringify(JSON.parse(canonicalJson(lock)), null, 2)}\n`;

/** Shortened: it tells changes of one member apart, it proves nothing. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16);
