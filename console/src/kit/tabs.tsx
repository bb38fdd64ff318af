import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

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

export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  return (
    <Base.Root value={selected} onValueChange={(value) => onSelect(String(value))}>
      <Base.List className="tabs" aria-label={label}>
        {tabs.map(({ key, title }) => (
          <Base.Tab key={key} value={key} className="tab">
            {title}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ key, content }) => (
        <Base.Panel key={key} value={key} className="panel stack">
          {key === selected && content()}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
