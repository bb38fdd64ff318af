import { Abandoned } from '../../../frame/abandoned.ts';
import { useSession } from '../../../frame/session.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type IdsFound, searchIds } from '../../api.ts';

/**
 * Goes on with an id if something has it. What is typed may be a name or the number of a document, so the body of a request
 * asks for it, and only an id that exists gets into an address.
 */
export function useFindId() {
  const { parts: words, common } = useMessages();
  const { guarded } = useSession();
  const say = useSay();
  return async (kind: keyof IdsFound, id: string, onFound: () => void): Promise<void> => {
    try {
      const rows = (await guarded(() => searchIds(id)))[kind] ?? [];
      if (rows.some((row) => row.id === id)) onFound();
      else say(words.noId);
    } catch (error) {
      if (!(error instanceof Abandoned)) say(common.errorTitle);
    }
  };
}
