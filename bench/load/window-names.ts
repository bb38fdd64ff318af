import type { Series } from '../harness/measure.ts';
import { AUTH_KEYS } from '../issuer/phone.ts';
import type { Taken } from './measured-servers.ts';
import type { WindowName } from './windows.ts';

/** The unit of each window, for which throughput and cost are reported. */
export const WINDOWS: Readonly<Record<WindowName, string>> = {
  msos: `MSOs, ${AUTH_KEYS} encrypted keys in each request; of one MSO`,
  life: 'lives of phones; of one request',
  mix: 'mediation: lists, gets, patches, creates; of one request',
  status: 'getCredentialStatus',
  groups: 'list of 20 groups',
};

export const costsOf = (taken: readonly Taken[]): Series => taken.map(({ cost }) => cost);
