import { useBlocker } from '@tanstack/react-router';
import { Confirm } from '../../kit/confirm.tsx';
import { useMessages } from '../../messages/index.ts';

/**
 * Asks for confirmation before the page with unsaved input is left. Changing filters or tabs of the page does not ask.
 */
export function LeaveGuard({ isDirty }: { readonly isDirty: boolean }) {
  const { mediation } = useMessages();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Confirm
      title={mediation.words.leaveTitle}
      text={mediation.words.leaveText}
      action={mediation.words.leave}
      isDanger
      onConfirm={async () => blocker.proceed()}
      onClose={() => blocker.reset()}
    />
  );
}
