import { whenSignedOut } from '../../../frame/signed-out.ts';
import { storeOf } from '../../../kit/store.ts';

/** Ids of one request. */
const MOST = 100;

/** Names by the ids of holders; undefined for an id that has none. */
type Names = ReadonlyMap<string, string | undefined>;

export type Ask = (ids: readonly string[]) => Promise<{ holders: readonly { id: string; name?: string }[] }>;

/** Kept until the person signs out, because each request is an entry of the audit log. */
const names = storeOf<Names>(new Map());
const waiting = new Set<string>();
/** The ids of requests under way. */
const asked = new Set<string>();
/** Ends when all requests until now were answered. */
let work: Promise<unknown> = Promise.resolve();
/** One more each time all names are forgotten: what was asked before that is dropped. */
let round = 0;

/** After a change of records, and when the person signs out. */
export function forgetNames(): void {
  round += 1;
  waiting.clear();
  asked.clear();
  names.set(new Map());
}

whenSignedOut(forgetNames);

/** All names that are known by now. */
export const { get: knownNames, subscribe, useValue: useKnownNames } = names;

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
  if (given) names.set(new Map([...names.get(), ...none, ...given]));
  await flush(ask, own);
}

/** All names that one drawing of the page asks for are one request. */
export function want(id: string, ask: Ask): void {
  if (names.get().has(id) || waiting.has(id) || asked.has(id)) return;
  waiting.add(id);
  if (waiting.size > 1) return;
  const own = round;
  const flushed = new Promise<void>((resolve) => {
    setTimeout(() => resolve(flush(ask, own)), 0);
  });
  work = Promise.all([work, flushed]);
}

/** All known names, with those of these ids as far as they can be read. */
export async function namesOf(ids: readonly string[], ask: Ask): Promise<Names> {
  for (const id of ids) want(id, ask);
  await work;
  return names.get();
}
