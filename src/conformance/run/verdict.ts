import type { Level } from '../../conventions/clauses.ts';
import {
  DeviceStateError,
  DistrustError,
  ExchangeError,
  IssuerRefusal,
  OfferError,
  VciRefusal,
} from '../../wallet/index.ts';
import { Deviation, Inconclusive, NotRun } from '../deviation.ts';

/** `warning`: it differs where the specification only advises, or leaves the point open. */
export const RESULTS = ['pass', 'warning', 'fail', 'notRun', 'inconclusive'] as const;
type Result = (typeof RESULTS)[number];

export interface Verdict {
  readonly result: Result;
  /** Why; absent for a pass. */
  readonly reason?: string;
}

/** Codes of errors, and nothing else that a server may write there. */
const CODE = /^[a-z_]{1,40}$/;

export const errorIn = ({ error = '' }: VciRefusal): string => (CODE.test(error) ? error : 'no error');

/** What an error says about the server, without text of the server. */
export function describeError(error: unknown): string {
  if (error instanceof IssuerRefusal) {
    const { operation, reason = 'no reason', status } = error;
    return `${operation} was refused with ${reason} (HTTP ${status})`;
  }
  if (error instanceof VciRefusal)
    return `${error.step} was refused with ${errorIn(error)} (HTTP ${error.status})`;
  if (error instanceof DistrustError) return `a phone must refuse the answer: ${error.message}`;
  if (error instanceof ExchangeError || error instanceof DeviceStateError || error instanceof OfferError)
    return error.message;
  if (error instanceof Deviation || error instanceof Inconclusive || error instanceof NotRun)
    return error.message;
  return `an error of the runner: ${error instanceof Error ? error.name : 'unknown'}`;
}

const isDeviation = (error: unknown): boolean =>
  error instanceof Deviation ||
  error instanceof IssuerRefusal ||
  error instanceof VciRefusal ||
  error instanceof DistrustError ||
  error instanceof ExchangeError;

/** The verdict on a case that ended with this error. */
export function verdictOf(error: unknown, level: Level): Verdict {
  const reason = describeError(error);
  if (isDeviation(error)) return { result: level === 'must' ? 'fail' : 'warning', reason };
  return { result: error instanceof NotRun ? 'notRun' : 'inconclusive', reason };
}
