import { shownId } from '../kit/shown-id.ts';
import { useMessages } from '../messages/index.ts';
import { byFit } from './by-fit.ts';
import type { Carried } from './carried.ts';
import { isServerId } from './ids.ts';
import type { PaletteChoice, PaletteSource } from './palette-sources.ts';
import { useSession } from './session.tsx';

/** Pages and actions of the other console; a person types more to see others. */
const MOST = 4;

/**
 * Pages and actions of the other console, and the search in it, where the person may use both. The sessions are separate, so a
 * link carries the choice or the text over.
 */
export function useOtherConsole(): Readonly<Record<'choices' | 'search', PaletteSource>> {
  const { common } = useMessages();
  const { session, may } = useSession();
  const { interfaces, otherConsole } = session;
  const group = session.console === 'operators' ? common.mediationConsole : common.operatorsConsole;
  const open = (name: Carried, value: string) => () =>
    location.assign(`${otherConsole}#${new URLSearchParams({ [name]: value }).toString()}`);
  return {
    choices: {
      isLast: true,
      async find(text): Promise<readonly PaletteChoice[]> {
        if (otherConsole === undefined) return [];
        const { otherChoices } = await import('virtual:contract/otherChoices');
        const mine = otherChoices.filter(
          ({ role, panel }) => (!role || may(role)) && (!panel || interfaces.includes(panel)),
        );
        const choices = mine.map((one) => ({ ...one, group, run: open('open', one.key) }));
        return byFit(choices, text, common.synonyms).slice(0, MOST);
      },
    },
    search: {
      isLast: true,
      find(text) {
        if (otherConsole === undefined) return [];
        // A text that may name a person stays out of the address, also out of its fragment, which no server receives.
        const isPrivate = !isServerId(text);
        return [
          {
            key: 'other console',
            group,
            text: isPrivate ? common.searchThereAgain(group) : common.searchThere(shownId(text), group),
            run: open('search', isPrivate ? '' : text),
          },
        ];
      },
    },
  };
}
