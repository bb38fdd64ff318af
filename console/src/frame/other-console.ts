import { useCallback, useEffect, useState } from 'react';
import { useMessages } from '../messages/index.ts';
import { takeFromFragment } from './from-fragment.ts';
import type { PaletteSource } from './palette-sources.ts';
import { useSession } from './session.tsx';
import { whenSignedOut } from './signed-out.ts';

const NAME = 'search';

/** The text that was typed in the other console. It is taken before the router reads the address, also if the person must sign in first. */
let carried = takeFromFragment(NAME);
whenSignedOut(() => {
  carried = undefined;
});

/** That text, until it is forgotten. */
export function useCarriedText() {
  const [text, setText] = useState(carried);
  useEffect(() => {
    // It is not for the next person who signs in here.
    carried = undefined;
  }, []);
  return [text, useCallback(() => setText(undefined), [])] as const;
}

/** A date of birth stays out of the address, also out of its fragment, which no server receives. */
const DATE = /\d+[-./]\d+[-./]\d+/;

/** The search in the other console, where the person may use both. The sessions are separate, so a link carries the text over. */
export function useOtherConsole(): PaletteSource {
  const { common } = useMessages();
  const { session } = useSession();
  const { otherConsole } = session;
  const name = session.console === 'operators' ? common.mediationConsole : common.operatorsConsole;
  return {
    isLast: true,
    find(text) {
      if (otherConsole === undefined) return [];
      // What is typed in the operators' console may name a person.
      const isPrivate = session.console === 'operators' || DATE.test(text);
      return [
        {
          key: 'other console',
          group: name,
          text: isPrivate ? common.searchThereAgain(name) : common.searchThere(text, name),
          run: () =>
            location.assign(
              `${otherConsole}#${new URLSearchParams({ [NAME]: isPrivate ? '' : text }).toString()}`,
            ),
        },
      ];
    },
  };
}
