import type { ReactNode } from 'react';
import { NotFound } from '../frame/not-found.tsx';
import { type MethodName, useHasMethod } from './api.ts';

/** The method without which a server has no such screen, by the first part of the address. Other screens are always there. */
const METHOD_OF: Readonly<Record<string, MethodName>> = {
  '/reviews': 'listProofings',
  '/holders': 'listHolders',
  '/holds': 'listHolds',
  '/credentials': 'listCredentials',
  '/devices': 'listDevices',
  '/notifications': 'listNotifications',
  '/status-lists': 'listStatusLists',
  '/clients': 'listOAuthClients',
  '/publishers': 'listPublishers',
};

/** Whether the server has the screen at an address. */
export function useHasScreen() {
  const has = useHasMethod();
  return (path: string): boolean => {
    const method = METHOD_OF[/^\/[a-z-]*/.exec(path)?.[0] ?? ''];
    return method === undefined || has(method);
  };
}

/** A screen, on a server that has it. */
export function OfServer({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  const has = useHasScreen();
  return has(path) ? children : <NotFound />;
}
