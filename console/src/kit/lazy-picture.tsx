import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { HEIGHT } from './canvas.ts';
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

interface WhenLoadedProps {
  readonly height?: number | undefined;
  readonly children: ReactNode;
}

/** Has the height of the picture before it is there. If it cannot be loaded, the sentence and the table beside it say the same. */
export function WhenLoaded({ height = HEIGHT, children }: WhenLoadedProps) {
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={() => null}>
      <Suspense
        fallback={
          <div className="area" style={{ blockSize: height }}>
            <Loading />
          </div>
        }
      >
        {children}
      </Suspense>
    </CatchBoundary>
  );
}
