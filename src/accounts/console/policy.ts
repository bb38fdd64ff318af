import { MINUTE } from '../../conventions/time.ts';

/** When sessions of the consoles end, in milliseconds. */
export interface ConsolePolicy {
  /** After the last use. */
  readonly idle: number;
  /** After the sign-in, whatever happens. */
  readonly absolute: number;
}

/** How long after a proof of the password final actions are allowed (ASVS 5.0 7.5.1, 7.5.3). */
export const STEP_UP_FOR = 5 * MINUTE;

/** How long a one-time code can be used (ASVS 5.0 6.4.1). */
export const CODE_FOR = 5 * MINUTE;
