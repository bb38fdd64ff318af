import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { useMessages } from '../messages/index.ts';
import { Button } from './button.tsx';
import { Icon } from './icons.tsx';

interface Message {
  readonly id: number;
  readonly text: ReactNode;
  readonly undo?: Undo;
}

interface Undo {
  readonly text: string;
  readonly shortcut?: string;
  /** For how many milliseconds it is possible: the message is shown for so long. */
  readonly time?: number;
  readonly run: () => void;
}

/** Takes the message away again. */
type Dismiss = () => void;
type Say = (text: ReactNode, undo?: Undo) => Dismiss;

const SayContext = createContext<Say>(() => () => {});
/** Shows the result of an action for some seconds and announces it to screen readers. */
export const useSay = (): Say => useContext(SayContext);

const SHOWN_FOR = 8000;
let count = 0;

export function SayProvider({ children }: { readonly children: ReactNode }) {
  const { common } = useMessages();
  const [list, setList] = useState<readonly Message[]>([]);
  const remove = useCallback((id: number) => setList((all) => all.filter((one) => one.id !== id)), []);
  const say = useCallback<Say>(
    (text, undo) => {
      count += 1;
      const message = { id: count, text, ...(undo && { undo }) };
      setList((all) => [...all.slice(-2), message]);
      setTimeout(() => remove(message.id), undo?.time ?? SHOWN_FOR);
      return () => remove(message.id);
    },
    [remove],
  );
  const value = useMemo(() => say, [say]);
  return (
    <SayContext value={value}>
      {children}
      <div className="said" role="status">
        {list.map(({ id, text, undo }) => (
          <div key={id} className={undo?.time === undefined ? 'message' : 'message timed'}>
            <div>{text}</div>
            {undo && (
              <Button
                kind="quiet"
                shortcut={undo.shortcut}
                onClick={() => {
                  undo.run();
                  remove(id);
                }}
              >
                {undo.text}
              </Button>
            )}
            <button type="button" className="copy" aria-label={common.close} onClick={() => remove(id)}>
              <Icon name="close" />
            </button>
          </div>
        ))}
      </div>
    </SayContext>
  );
}
