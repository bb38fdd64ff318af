type Arguments = Readonly<Record<string, unknown>>;

/** The resource that a request changes. */
interface Target {
  readonly kind: 'holder' | 'credential' | 'user' | 'key' | 'other';
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
  return method.endsWith('Key') ? { kind: 'key', id } : { kind: 'other', id };
}

/** The method that reads the current state of the target. */
export function readerOf(target: Target | undefined): 'getUser' | 'getHolder' | 'getCredential' | undefined {
  if (target?.kind === 'user') return 'getUser';
  if (target?.kind === 'holder') return 'getHolder';
  return target?.kind === 'credential' ? 'getCredential' : undefined;
}

/** Members that change with every read or mean nothing to a person. */
const HIDDEN = new Set(['etag', 'updateTime', 'versionId', 'lastSeenTime', 'invitedUntilTime', 'passkeys']);

const visible = (value: object): Arguments =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !HIDDEN.has(name)));

interface Effect {
  readonly before: Arguments;
  /** Absent if the target will be deleted. */
  readonly after?: Arguments;
}

/** The state before and after the request, as far as it is known beforehand. */
export function effectOf(method: string, args: Arguments, now: object): Effect | undefined {
  const before = visible(now);
  if (method === 'eraseHolder') return { before };
  if (method === 'enableUser') return { before, after: { ...before, state: 'active' } };
  if (method === 'revokeHolder' || method === 'revokeCredential')
    return { before, after: { ...before, state: 'revoked' } };
  if (method !== 'setUserRole') return undefined;
  const { role: _, ...rest } = before;
  const role = textOf(args.role);
  return { before, after: role === undefined ? rest : { ...rest, role } };
}
