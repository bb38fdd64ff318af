import { useRef } from 'react';
import { useShortcuts } from '../../frame/shortcuts.tsx';
import { useMessages } from '../../messages/index.ts';

/** `/` moves the focus to the first input of the form with this ref. */
export function useSearchKey() {
  const form = useRef<HTMLFormElement>(null);
  const { parts } = useMessages();
  useShortcuts([
    { keys: '/', text: parts.searchKey, run: () => form.current?.querySelector('input')?.select() },
  ]);
  return form;
}
