import type { ReactNode } from 'react';
import { useMessages } from '../messages/index.ts';
import { useTabTitle } from './page.tsx';

/** A page without header and navigation: sign-in and first start. */
export function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { common } = useMessages();
  useTabTitle(title);
  return (
    <main className="card-page">
      <div className="card stack">
        <p className="brand">{common.product}</p>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
