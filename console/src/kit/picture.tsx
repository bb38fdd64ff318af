import { lazy } from 'react';
import type { AreaProps } from './area.tsx';
import { WhenLoaded, withLanguage } from './lazy-picture.tsx';

const Area = lazy(withLanguage(() => import('./area.tsx')));

/** One number over time, as a stepped area. */
export const Picture = (props: AreaProps) => (
  <WhenLoaded>
    <Area {...props} />
  </WhenLoaded>
);
