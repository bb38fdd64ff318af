import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';

export interface Tab {
  readonly key: string;
  readonly title: string;
  readonly content: () => ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  readonly onSelect: (key: string) => void;
}

/** Tabs by the ARIA Authoring Practices: arrow keys, Home and End select a tab; Tab leaves the list. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = Math.max(
    tabs.findIndex(({ key }) => key === selected),
    0,
  );
  // On a phone the row scrolls, and a link may lead to a tab at its end.
  useLayoutEffect(() => {
    const row = list.current?.getBoundingClientRect();
    const tab = list.current?.children[at]?.getBoundingClientRect();
    if (row && tab && (tab.left < row.left || tab.right > row.right))
      list.current?.scrollBy({ left: tab.left - row.left });
  }, [at]);
  const choose = (index: number) => {
    const tab = tabs[(index + tabs.length) % tabs.length];
    if (!tab) return;
    onSelect(tab.key);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(tab.key)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = document.documentElement.dir === 'rtl' ? -1 : 1;
    if (event.key === 'ArrowRight') choose(at + step);
    else if (event.key === 'ArrowLeft') choose(at - step);
    else if (event.key === 'Home') choose(0);
    else if (event.key === 'End') choose(tabs.length - 1);
    else return;
    event.preventDefault();
  };
  const tab = tabs[at];
  return (
    <div>
      <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ key, title }, index) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            data-tab={key}
            className="tab"
            aria-selected={index === at}
            aria-controls={index === at ? `${id}-panel` : undefined}
            tabIndex={index === at ? 0 : -1}
            onClick={() => onSelect(key)}
          >
            {title}
          </button>
        ))}
      </div>
      <div className="panel stack" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab?.key}`}>
        {tab?.content()}
      </div>
    </div>
  );
}
