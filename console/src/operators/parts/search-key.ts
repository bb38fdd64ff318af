import { useRef } from 'react';
import { useShortcuts } from '../../frame/shortcuts.tsx';
import { useMessages } from '../../messages/index.ts';

/** `/` goes to the first input of the form that this is the ref of. */
export function useSearchKey() {
  const form = useRef<HTMLFormElement>(null);
  const { parts } = useMessages();
  useShortcuts([
    { keys: '/', text: parts.searchKey, run: () => form.current?.querySelector('input')?.select() },
  ]);
  return form;
}
