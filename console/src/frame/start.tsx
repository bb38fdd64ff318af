import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/kit-controls.css';
import '../styles/kit-tables.css';
import '../styles/kit-content.css';
import '../styles/kit-media.css';
import '../styles/frame.css';
import '../styles/parts.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SayProvider } from '../kit/messages.tsx';
import type { OwnMessages } from '../messages/index.ts';
import { isPassing, waitBefore } from './passing.ts';
import { PreferencesProvider } from './preferences.tsx';
import { SessionProvider } from './session.tsx';
import { ShortcutsProvider } from './shortcuts.tsx';

/** Renders a console into its page. */
export function start(router: AnyRouter, words: OwnMessages): void {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (count, error) => count < 2 && isPassing(error),
        retryDelay: (count, error) => 1000 * waitBefore(count, error),
        refetchOnWindowFocus: false,
        staleTime: 5000,
      },
    },
  });
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <PreferencesProvider words={words}>
        <QueryClientProvider client={queries}>
          <ShortcutsProvider>
            <SayProvider>
              <SessionProvider>
                <RouterProvider router={router} />
              </SessionProvider>
            </SayProvider>
          </ShortcutsProvider>
        </QueryClientProvider>
      </PreferencesProvider>
    </StrictMode>,
  );
}
