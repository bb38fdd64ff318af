import { isRequestId } from '../frame/ids.ts';
import type { PaletteChoice, PaletteSource } from '../frame/palette-sources.ts';
import { useSession } from '../frame/session.tsx';
import { typed } from '../kit/as-typed.ts';
import { useSay } from '../kit/messages.tsx';
import { shownId } from '../kit/shown-id.ts';
import { useMessages } from '../messages/index.ts';

/** Who explains a request: this console reaches no audit log, because its listener is public. */
export function useRequestSource() {
  const { common, mediationFrame: words } = useMessages();
  const { otherConsole } = useSession().session;
  const say = useSay();
  /** `others` find what is of this console; their ids look the same. */
  return (others: readonly PaletteSource[]): PaletteSource => ({
    isLast: true,
    async find(text): Promise<readonly PaletteChoice[]> {
      if (!isRequestId(text)) return [];
      const hits = await Promise.all(others.map((other) => other.find(text)));
      if (hits.flat().length > 0) return [];
      const shared = { key: 'request', group: words.whatHappened };
      if (otherConsole !== undefined) {
        const to = `${otherConsole}explain?${new URLSearchParams({ id: text }).toString()}`;
        return [{ ...shared, text: words.explainThere(shownId(text)), run: () => location.assign(to) }];
      }
      const command = typed(`diptych explain ${text}`);
      return [
        {
          ...shared,
          text: words.request(shownId(text), command),
          run: () => void navigator.clipboard.writeText(command).then(() => say(common.copied)),
        },
      ];
    },
  });
}
