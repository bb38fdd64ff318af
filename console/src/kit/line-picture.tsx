import { lazy } from 'react';
import { WhenLoaded, withLanguage } from './lazy-picture.tsx';
import type { LinesProps } from './lines.tsx';

const Lines = lazy(withLanguage(() => import('./lines.tsx')));

/** Numbers over time, as lines. */
export const LinePicture = (props: LinesProps) => (
  <WhenLoaded height={props.height}>
    <Lines {...props} />
  </WhenLoaded>
);
