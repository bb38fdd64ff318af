import { type ReactNode, useState } from 'react';
import { useMessages } from '../messages/index.ts';
import { Button } from './button.tsx';

interface FigureProps {
  /** One sentence that states what the picture shows. */
  readonly finding: string;
  readonly table: ReactNode;
  readonly children: ReactNode;
}

/** A picture with a sentence that states its finding, and its figures as a table. */
export function Figure({ finding, table, children }: FigureProps) {
  const { common } = useMessages();
  const [isTable, setTable] = useState(false);
  return (
    <figure className="figure">
      <figcaption>{finding}</figcaption>
      <div aria-hidden="true">{children}</div>
      <Button kind="quiet" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
        {common.showTable}
      </Button>
      {isTable && table}
    </figure>
  );
}
