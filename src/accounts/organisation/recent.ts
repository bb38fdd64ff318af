import { MINUTE } from '../../conventions/time.ts';

/** How long final actions are allowed after the person proved who they are to the provider. */
export const RECENT_FOR = 15 * MINUTE;
