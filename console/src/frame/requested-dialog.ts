import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useNavigate } from './navigation.tsx';

/** The state of a navigation to a page that opens one of its dialogs. */
export const requestDialog = (dialog: string | undefined) =>
  dialog === undefined ? {} : { state: { dialog } };

/**
 * Opens the dialog that Ctrl K requested of this page. `isOffered` answers whether the page offers it, or undefined while the
 * page still loads.
 */
export function useRequestedDialog<Name extends string>(
  names: readonly Name[],
  open: (name: Name) => void,
  isOffered: (name: Name) => boolean | undefined = () => true,
): void {
  // Until a location is resolved, the page before it is still shown.
  const state = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state });
  const requested: string | undefined = (state as { readonly dialog?: string } | undefined)?.dialog;
  const navigate = useNavigate();
  const name = names.find((one) => one === requested);
  const offered = name && isOffered(name);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request.
  useEffect(() => {
    if (name === undefined || offered === undefined) return;
    // A step back would open it again.
    void navigate({ to: '.', search: true, state: {}, replace: true, ignoreBlocker: true });
    if (offered) open(name);
  }, [name, offered]);
}
