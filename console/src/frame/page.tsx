import { type ReactNode, useEffect } from 'react';
import { Headed } from '../kit/headed.tsx';
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
  /** A link to the list that the page belongs to. */
  readonly back?: ReactNode;
  /** A sentence on the purpose of the page, or content below the title. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen. Its title is also the title of the browser tab. */
export function Page({ title, back, lead, actions, children }: PageProps) {
  useTabTitle(title);
  return (
    <div className="page stack">
      <div className="page-top">
        {back && <div className="back">{back}</div>}
        <Headed lead={lead} actions={actions}>
          <h1>{title}</h1>
        </Headed>
      </div>
      {children}
    </div>
  );
}
