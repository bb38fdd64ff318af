import { type ReactNode, useEffect } from 'react';
import { useMessages } from '../messages/index.ts';

/** The title of the browser tab. */
export function useTabTitle(title: string): void {
  const { common } = useMessages();
  useEffect(() => {
    document.title = common.pageTitle(title);
  }, [title, common]);
}

interface PageProps {
  readonly title: string;
  /** A sentence on the purpose of the page, or content beside the title. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen. Its title is also the title of the browser tab. */
export function Page({ title, lead, actions, children }: PageProps) {
  useTabTitle(title);
  return (
    <div className="page stack">
      <div className="page-title">
        <h1>{title}</h1>
        {lead && <div className="lead soft">{lead}</div>}
        {actions && <div className="actions">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
