import { useCallback, useEffect, useState } from 'react';
import { takeFromFragment } from './from-fragment.ts';
import { whenSignedOut } from './signed-out.ts';

/**
 * What the other console sends: the text that was typed there, or the page or action that was chosen. It is taken before the
 * router reads the address, also if the person must sign in first.
 */
const carried = { search: takeFromFragment('search'), open: takeFromFragment('open') };
export type Carried = keyof typeof carried;
const forget = (name: Carried) => {
  carried[name] = undefined;
};
whenSignedOut(() => {
  forget('search');
  forget('open');
});

/** It, until it is forgotten. */
export function useCarried(name: Carried) {
  const [text, setText] = useState(carried[name]);
  useEffect(() => {
    // It is not for the next person who signs in here.
    forget(name);
  }, [name]);
  return [text, useCallback(() => setText(undefined), [])] as const;
}
