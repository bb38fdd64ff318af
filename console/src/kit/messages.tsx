import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { useMessages } from '../messages/index.ts';
import { Button } from './button.tsx';
import { Icon } from './icons.tsx';

interface Message {
  readonly id: number;
  readonly text: ReactNode;
  readonly undo?: { readonly text: string; readonly run: () => void };
}

type Say = (text: ReactNode, undo?: Message['undo']) => void;

const SayContext = createContext<Say>(() => {});
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
      setTimeout(() => remove(message.id), SHOWN_FOR);
    },
    [remove],
  );
  const value = useMemo(() => say, [say]);
  return (
    <SayContext value={value}>
      {children}
      <div className="said" role="status">
        {list.map(({ id, text, undo }) => (
          <div key={id} className="message">
            <div>{text}</div>
            {undo && (
              <Button
                kind="quiet"
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
