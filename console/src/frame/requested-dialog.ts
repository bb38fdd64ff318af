import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useNavigate } from './navigation.tsx';

/** The state of a navigation that opens a dialog of the page. */
export const asking = (dialog: string | undefined) => (dialog === undefined ? {} : { state: { dialog } });

/**
 * Opens the dialog that the search from everywhere asks this page for, if the page offers it; undefined as long as the page does
 * not know.
 */
export function useAskedDialog<Name extends string>(
  names: readonly Name[],
  open: (name: Name) => void,
  isOffered: (name: Name) => boolean | undefined = () => true,
): void {
  // Until a location is resolved, the page before it is still shown.
  const state = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state });
  const asked: string | undefined = (state as { readonly dialog?: string } | undefined)?.dialog;
  const navigate = useNavigate();
  const name = names.find((one) => one === asked);
  const offered = name && isOffered(name);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time that it is asked.
  useEffect(() => {
    if (name === undefined || offered === undefined) return;
    // A step back would open it again.
    void navigate({ to: '.', search: true, state: {}, replace: true, ignoreBlocker: true });
    if (offered) open(name);
  }, [name, offered]);
}
