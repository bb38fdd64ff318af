import { type ReactNode, useEffect } from 'react';
import { useMessages } from '../messages/index.ts';

interface PageProps {
  readonly title: string;
  /** A sentence on what the page is for, or what stands beside the title. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen with its title, in the tab too. */
export function Page({ title, lead, actions, children }: PageProps) {
  const { common } = useMessages();
  useEffect(() => {
    document.title = common.pageTitle(title);
  }, [title, common]);
  return (
    <div className="page stack">
      <div className="page-head">
        <div>
          <h1>{title}</h1>
          {lead && <div className="soft">{lead}</div>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
