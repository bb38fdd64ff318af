import { useBlocker } from '@tanstack/react-router';
import { Confirm } from '../../kit/confirm.tsx';
import { useMessages } from '../../messages/index.ts';

/** Asks before unsaved input is left. Filters and tabs of the same page are not leaving. */
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
