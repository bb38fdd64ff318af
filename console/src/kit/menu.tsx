import '../styles/menu.css';
import { type ReactNode, useRef, useState } from 'react';

export interface MenuItem {
  readonly text: string;
  /** What it is for, as a tooltip. */
  readonly hint?: string;
  /** It cannot be undone. */
  readonly isFinal?: boolean | undefined;
  readonly run: () => void;
}

interface MenuProps {
  /** The name of the list. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** Classes of the button. */
  readonly className: string;
  /** What the button shows. */
  readonly children: ReactNode;
}

/** A button that opens a list of actions. Tab goes through the open list, Escape closes it. */
export function Menu({ label, items, className, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its buttons let through.
    <div
      className="menu-frame"
      ref={frame}
      onKeyDown={(event) => event.key === 'Escape' && isOpen && close()}
      onBlur={({ relatedTarget }) => !frame.current?.contains(relatedTarget) && setOpen(false)}
    >
      <button
        type="button"
        className={`button ${className}`}
        ref={trigger}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && (
        <ul className="plain menu" aria-label={label}>
          {items.map(({ text, hint, isFinal, run }) => (
            <li key={text}>
              <button
                type="button"
                className={isFinal ? 'menu-item danger' : 'menu-item'}
                title={hint}
                onClick={() => {
                  close();
                  run();
                }}
              >
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
