import type { ReactNode } from 'react';
import { NotFound } from '../frame/not-found.tsx';
import { useHasMethod } from './api.ts';
import { PAGES } from './pages.ts';

/** A screen, on a server that has it: by the page in the menu with the first part of its address. */
export function OfServer({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const has = useHasMethod();
  const [first] = /^\/[a-z-]*/.exec(path) ?? [];
  const page = PAGES.flatMap(({ pages }) => pages).find(({ to }) => to === first);
  return page?.needs === undefined || has(page.needs) ? children : <NotFound />;
}
