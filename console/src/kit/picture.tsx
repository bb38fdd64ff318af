import { CatchBoundary } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import type { AreaProps } from './area.tsx';
import type { LinesProps } from './lines.tsx';
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
function withLanguage<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () => {
    if (!isLanguageTag(navigator.language))
      Object.defineProperty(navigator, 'language', { value: formattingLocale(), configurable: true });
    return load();
  };
}

const Area = lazy(withLanguage(() => import('./area.tsx')));
const Lines = lazy(withLanguage(() => import('./lines.tsx')));

/** If a picture cannot be loaded, the sentence and the table beside it say the same. */
function WhenLoaded({ children }: { readonly children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={() => null}>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </CatchBoundary>
  );
}

/** One number over time, as a stepped area. */
export const Picture = (props: AreaProps) => (
  <WhenLoaded>
    <Area {...props} />
  </WhenLoaded>
);

/** Numbers over time, as lines. */
export const LinePicture = (props: LinesProps) => (
  <WhenLoaded>
    <Lines {...props} />
  </WhenLoaded>
);
