import { useRef } from 'react';
import { useShortcuts } from '../../frame/shortcuts.tsx';
import { useMessages } from '../../messages/index.ts';

/** `/` moves the focus to the first input of the element with this ref. */
export function useSearchKey<Around extends HTMLElement = HTMLFormElement>() {
  const form = useRef<Around>(null);
  const { parts } = useMessages();
  useShortcuts([
    { keys: '/', text: parts.searchKey, run: () => form.current?.querySelector('input')?.select() },
  ]);
  return form;
}
