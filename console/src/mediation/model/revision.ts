import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';

/** The number of the revision, which its etag names. */
export const revisionOf = ({ etag = '' }: MediationGroup): number => Number(/^"(\d+)/.exec(etag)?.[1] ?? 0);
