import { mediation } from './mediation/index.ts';
import { mediationFrame } from './mediation-frame.ts';

/** The words of the mediation console, by screen. */
export const mediationWords = {
  mediation,
  mediationFrame,
} as const;
