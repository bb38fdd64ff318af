import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { usePreferences } from './preferences.tsx';

interface Shortcut {
  /** A key such as `j`, `Enter` or `?`, two keys one after the other such as `g r`, or `Ctrl+s`. */
  readonly keys: string;
  readonly text: string;
  readonly run: () => void;
  readonly disabled?: boolean;
}

interface Known {
  readonly lists: ReadonlyMap<symbol, readonly Shortcut[]>;
}

const ShortcutsContext = createContext<{
  readonly known: Known;
  register(id: symbol, list: readonly Shortcut[]): void;
  remove(id: symbol): void;
} | null>(null);

/** Longest time between two keys, in milliseconds. */
const PAUSE = 1500;

/** Single letters do nothing in text fields (WCAG 2.1.4) and in dialogs. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, [role="menu"]') !== null;
}

const inDialog = () => document.querySelector('dialog[open]') !== null;

function pressed(event: KeyboardEvent): string | undefined {
  if (event.altKey) return undefined;
  // The same on keyboards that have a command key.
  if (event.ctrlKey || event.metaKey) return `Ctrl+${event.key.toLowerCase()}`;
  return event.key;
}

export function ShortcutsProvider({ children }: { readonly children: ReactNode }) {
  const [known, setKnown] = useState<Known>({ lists: new Map() });
  const { preferences } = usePreferences();
  const current = useRef(known);
  current.current = known;
  const first = useRef<{ key: string; at: number } | undefined>(undefined);
  const { shortcuts: isOn } = preferences;

  // A layout effect runs before the browser paints, so the keys work as soon as the screen is visible.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = pressed(event);
      if (key === undefined || event.defaultPrevented || event.isComposing) return;
      const isSingle = !key.startsWith('Ctrl+');
      if (isSingle && (!isOn || isTyping(event.target) || inDialog())) return;
      const before = first.current;
      const both = before && event.timeStamp - before.at < PAUSE ? `${before.key} ${key}` : undefined;
      const all = [...current.current.lists.values()].flat().filter((one) => !one.disabled);
      const found = all.findLast((one) => one.keys === both) ?? all.findLast((one) => one.keys === key);
      first.current = found ? undefined : { key, at: event.timeStamp };
      if (!found) return;
      // Enter activates the focused button or link.
      if (key === 'Enter' && event.target instanceof HTMLElement && event.target.closest('a, button')) return;
      event.preventDefault();
      found.run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);

  const value = useMemo(
    () => ({
      known,
      register: (id: symbol, list: readonly Shortcut[]) =>
        setKnown(({ lists }) => ({ lists: new Map([...lists, [id, list]]) })),
      remove: (id: symbol) =>
        setKnown(({ lists }) => ({ lists: new Map([...lists].filter(([one]) => one !== id)) })),
    }),
    [known],
  );
  return <ShortcutsContext value={value}>{children}</ShortcutsContext>;
}

/** Shortcuts of a part of the page while it is shown. Each must also have a button or link. */
export function useShortcuts(list: readonly Shortcut[]): void {
  const context = useContext(ShortcutsContext);
  const newest = useRef(list);
  newest.current = list;
  const id = useRef(Symbol('shortcuts'));
  const { register, remove } = context ?? {};
  const signature = list.map(({ keys, text, disabled }) => `${keys} ${text} ${disabled}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature represents the list.
  useLayoutEffect(() => {
    const own = id.current;
    register?.(
      own,
      newest.current.map((one, index) => ({ ...one, run: () => newest.current[index]?.run() })),
    );
    return () => remove?.(own);
  }, [signature]);
}

export function useKnownShortcuts(): readonly (readonly Shortcut[])[] {
  const context = useContext(ShortcutsContext);
  return [...(context?.known.lists.values() ?? [])];
}
