import type { AdminResponse } from '../../api.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Entry = AdminResponse<'listEvents'>['events'][number];

/** The resource that a request changes. */
interface Target {
  readonly kind: 'holder' | 'credential' | 'device' | 'user' | 'key' | 'other';
  readonly id: string;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The resource that a method changes, taken from its request. */
export function targetOf(method: string, args: Arguments = {}): Target | undefined {
  const id = textOf(args.id);
  const role = textOf(args.role);
  const user = textOf(args.user);
  const holder = textOf(args.holderId);
  if (user !== undefined) return { kind: 'user', id: user };
  if (method === 'rotateKey' && role !== undefined) return { kind: 'other', id: role };
  if (holder !== undefined) return { kind: 'holder', id: holder };
  if (id === undefined) return undefined;
  if (method.endsWith('Holder')) return { kind: 'holder', id };
  if (method.endsWith('Credential')) return { kind: 'credential', id };
  if (method.endsWith('Device')) return { kind: 'device', id };
  return method.endsWith('Key') ? { kind: 'key', id } : { kind: 'other', id };
}

/** What the methods act on, by their names. */
const ACTS_ON = [
  [/User/, 'user'],
  // A device is released by revoking its credential.
  [/Credential$|^releaseDevice$/, 'credential'],
  [/Key$/, 'key'],
  [/^liftHold$/, 'legalHold'],
  [/Holders?$|^issueCode$|^placeHold$/, 'holder'],
] as const;

/**
 * The one thing that a method acted on, by the entries of its request: a person is also named by the entries about what
 * belongs to the person. Undefined if there are several.
 */
export function actedOn(method: string, entries: readonly Entry[]) {
  const kind = ACTS_ON.find(([name]) => name.test(method))?.[1];
  const all = entries.flatMap(({ subject, subjectId, subjectName, holderId, documentType }) => {
    const id = subject === kind ? subjectId : kind === 'holder' ? holderId : undefined;
    return kind === undefined || id === undefined ? [] : [{ kind, id, subjectName, holderId, documentType }];
  });
  return all.every(({ id }) => id === all[0]?.id) ? all[0] : undefined;
}

/** The method that reads the current state of the target. */
export function readerOf(target: Target | undefined): 'getUser' | 'getHolder' | 'getCredential' | undefined {
  if (target?.kind === 'user') return 'getUser';
  if (target?.kind === 'holder') return 'getHolder';
  return target?.kind === 'credential' ? 'getCredential' : undefined;
}

/** The member that a method changes, with its value afterwards. */
const SETS: Readonly<Record<string, readonly [member: 'state' | 'role', after?: string]>> = {
  enableUser: ['state', 'active'],
  disableUser: ['state', 'disabled'],
  deleteUser: ['state', 'deleted'],
  revokeHolder: ['state', 'revoked'],
  revokeCredential: ['state', 'revoked'],
  setUserRole: ['role'],
};

interface Effect {
  readonly member: 'state' | 'role';
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** What the request changes in its target, as far as it is known beforehand. */
export function effectOf(method: string, args: Arguments, now: object): Effect | undefined {
  const [member, after] = SETS[method] ?? [];
  if (member === undefined) return undefined;
  return { member, before: textOf((now as Arguments)[member]), after: after ?? textOf(args[member]) };
}

/** Members that stand elsewhere on the page. */
const SHOWN = new Set(['reason', 'note', 'detail']);

/** The other members of the request. */
export function otherMembers(method: string, args: Arguments): readonly (readonly [string, unknown])[] {
  const target = targetOf(method, args)?.id;
  return Object.entries(args).filter(([name, value]) => !SHOWN.has(name) && value !== target);
}
