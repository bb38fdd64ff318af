import { UnavailableError } from '../../conventions/unavailable.ts';
import { httpStatusOf, refusal } from '../conventions/index.ts';

/** What clients are told, whichever endpoint they ask; the word is that of RFC 6749 4.1.2.1. */
export const UNAVAILABLE = {
  status: httpStatusOf(refusal('OVERLOAD')),
  headers: { 'retry-after': '1', 'cache-control': 'no-store' },
  body: { error: 'temporarily_unavailable', error_description: 'try again later' },
};

export const isUnavailable = (cause: unknown): boolean => cause instanceof UnavailableError;
