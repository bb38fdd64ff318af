import { CatchBoundary } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { AreaProps } from './area.tsx';
import { Loading } from './states.tsx';

const Area = lazy(() => import('./area.tsx'));

/** Without the picture, the sentence and the table say the same: uPlot refuses a browser's language such as en-US@posix. */
export function Picture(props: AreaProps) {
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={() => null}>
      <Suspense fallback={<Loading />}>
        <Area {...props} />
      </Suspense>
    </CatchBoundary>
  );
}
