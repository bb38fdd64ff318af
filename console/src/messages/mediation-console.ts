import { CHANGE_WORDS } from '../../../src/admin/contract/explained/changes.ts';
import { mediation } from './mediation/index.ts';
import { mediationFrame } from './mediation-frame.ts';

/** The words of the mediation console, by screen. */
export const mediationWords = {
  changeWords: CHANGE_WORDS,
  mediation,
  mediationFrame,
  signInTitle: 'Sign in to the mediation console' as string,
} as const;
