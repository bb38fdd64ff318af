import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { Loading } from './states.tsx';
import { formattingLocale } from './time.tsx';

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}

/** uPlot fails to load if the language of the browser is not a language tag, such as en-US@posix in containers. */
export function withLanguage<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () => {
    if (!isLanguageTag(navigator.language))
      Object.defineProperty(navigator, 'language', { value: formattingLocale(), configurable: true });
    return load();
  };
}

/** If a picture cannot be loaded, the sentence and the table beside it say the same. */
export function WhenLoaded({ children }: { readonly children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={() => null}>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </CatchBoundary>
  );
}
