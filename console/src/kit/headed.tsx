import type { ReactNode } from 'react';

interface HeadedProps {
  /** Content below the heading. */
  readonly lead?: ReactNode;
  /** What can be done with the thing or section: the main action first, final ones last. */
  readonly actions?: ReactNode;
  /** The heading, or the line that stands for one. */
  readonly children: ReactNode;
}

/** A heading, and right of it everything that can be done with what it names. On narrow windows that is below it. */
export function Headed({ lead, actions, children }: HeadedProps) {
  return (
    <div className="headed">
      <div className="heading">{children}</div>
      {lead && <div className="lead soft">{lead}</div>}
      {actions && <div className="actions">{actions}</div>}
    </div>
  );
}
