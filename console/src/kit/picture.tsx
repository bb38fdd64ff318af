import { CatchBoundary } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { AreaProps } from './area.tsx';
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
async function loadArea() {
  if (!isLanguageTag(navigator.language)) {
    Object.defineProperty(navigator, 'language', { value: formattingLocale(), configurable: true });
  }
  return import('./area.tsx');
}

const Area = lazy(loadArea);

/** If the picture cannot be loaded, the sentence and the table beside it say the same. */
export function Picture(props: AreaProps) {
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={() => null}>
      <Suspense fallback={<Loading />}>
        <Area {...props} />
      </Suspense>
    </CatchBoundary>
  );
}
