import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../../../frame/session.tsx';
import { whenSignedOut } from '../../../frame/signed-out.ts';
import { admin, useMayCall } from '../../api.ts';

/** Ids of one request. */
const MOST = 100;

/** Names by the ids of holders, kept until the person signs out, because each request is an entry of the audit log. */
let names: ReadonlyMap<string, string | undefined> = new Map();
let listeners: readonly (() => void)[] = [];
const waiting = new Set<string>();

function set(next: typeof names): void {
  names = next;
  for (const one of listeners) one();
}

whenSignedOut(() => set(new Map()));

/** After a change of records. */
export const forgetNames = (): void => set(new Map());

function subscribe(listener: () => void) {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((one) => one !== listener);
  };
}

type Ask = (ids: readonly string[]) => Promise<{ holders: readonly { id: string; name?: string }[] }>;

async function flush(ask: Ask): Promise<void> {
  const ids = [...waiting].slice(0, MOST);
  if (ids.length === 0) return;
  for (const id of ids) waiting.delete(id);
  // After a failure the ids are shown, and the next page that shows them asks again.
  const answer = await ask(ids).catch(() => undefined);
  const none = ids.map((id) => [id, undefined] as const);
  const given = answer?.holders.map(({ id, name }) => [id, name] as const);
  if (given) set(new Map([...names, ...none, ...given]));
  await flush(ask);
}

/** All names that one drawing of the page asks for are one request. */
function want(id: string, ask: Ask): void {
  if (names.has(id) || waiting.has(id)) return;
  waiting.add(id);
  if (waiting.size === 1) setTimeout(() => void flush(ask), 0);
}

/** The name of a holder, once it is known; none for those who may not see names, and of erased holders. */
export function useHolderName(id: string | undefined): string | undefined {
  const { guarded } = useSession();
  const may = useMayCall()('nameHolders');
  const all = useSyncExternalStore(subscribe, () => names);
  useEffect(() => {
    if (!may || id === undefined || all.has(id)) return;
    want(id, (ids) => guarded(() => admin('nameHolders', { ids: [...ids] })));
  }, [id, may, all, guarded]);
  return id === undefined ? undefined : all.get(id);
}
