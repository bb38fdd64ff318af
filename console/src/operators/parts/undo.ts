import { Abandoned } from '../../frame/session.tsx';
import { useSay } from '../../kit/messages.tsx';
import { useMessages } from '../../messages/index.ts';
import { isWaiting } from '../api.ts';

/** The part of a message that takes an action back, and says what became of that. */
export function useUndo() {
  const { common } = useMessages();
  const say = useSay();
  return (done: string, takeBack: () => Promise<unknown>) => ({
    text: common.undo,
    run: () => {
      takeBack().then(
        (answer) => say(isWaiting(answer) ? common.waitsTitle : done),
        (cause: unknown) => {
          if (!(cause instanceof Abandoned)) say(cause instanceof Error ? cause.message : String(cause));
        },
      );
    },
  });
}
