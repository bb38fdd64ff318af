import { whenSignedOut } from '../../../frame/signed-out.ts';

/** Ids of one request. */
const MOST = 100;

/** Names by the ids of holders; undefined for an id that has none. */
type Names = ReadonlyMap<string, string | undefined>;

export type Ask = (ids: readonly string[]) => Promise<{ holders: readonly { id: string; name?: string }[] }>;

/** Kept until the person signs out, because each request is an entry of the audit log. */
let names: Names = new Map();
let listeners: readonly (() => void)[] = [];
const waiting = new Set<string>();
/** The ids of requests under way. */
const asked = new Set<string>();
/** One more each time all names are forgotten: what was asked before that is dropped. */
let round = 0;

function set(next: Names): void {
  names = next;
  for (const one of listeners) one();
}

/** After a change of records, and when the person signs out. */
export function forgetNames(): void {
  round += 1;
  waiting.clear();
  asked.clear();
  set(new Map());
}

whenSignedOut(forgetNames);

export const knownNames = (): Names => names;

export function subscribe(listener: () => void) {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((one) => one !== listener);
  };
}

async function flush(ask: Ask, own: number): Promise<void> {
  if (own !== round) return;
  const ids = [...waiting].slice(0, MOST);
  if (ids.length === 0) return;
  for (const id of ids) {
    waiting.delete(id);
    asked.add(id);
  }
  // After a failure the ids are shown, and the next page that shows them asks again.
  const answer = await ask(ids).catch(() => undefined);
  if (own !== round) return;
  for (const id of ids) asked.delete(id);
  const none = ids.map((id) => [id, undefined] as const);
  const given = answer?.holders.map(({ id, name }) => [id, name] as const);
  if (given) set(new Map([...names, ...none, ...given]));
  await flush(ask, own);
}

/** All names that one drawing of the page asks for are one request. */
export function want(id: string, ask: Ask): void {
  if (names.has(id) || waiting.has(id) || asked.has(id)) return;
  waiting.add(id);
  if (waiting.size > 1) return;
  const own = round;
  setTimeout(() => void flush(ask, own), 0);
}
