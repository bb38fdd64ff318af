import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  retry,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel';
import { FAULTS, faultOf, RecordFault } from './fault.ts';

export interface Limits {
  /** Limit for one lookup with all its attempts, in milliseconds. */
  readonly total: number;
  readonly attempts: number;
  /** Number of consecutive failed lookups that opens the circuit. */
  readonly failures: number;
  /**
   * Reads an answer strictly by the contract. An error page of a proxy is a fault, even with status 200 or
   * 404. @throws RecordFault
   */
  readonly pause: number;
}

/** Short, because a wallet and its user wait for the answer. */
export const LIMITS: Limits = { total: 3000, attempts: 3, failures: 5, pause: 10_000 };

export const CIRCUIT_STATES = ['closed', 'halfOpen', 'open'] as const;
export type Circuit = (typeof CIRCUIT_STATES)[number];

const NAMES: Record<CircuitState, Circuit> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'halfOpen',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
};

const isFault = (wanted: 'retried' | 'outage') => (error: unknown) =>
  error instanceof RecordFault && FAULTS[error.code][wanted];

type GuardedCall = <T>(attempt: (signal: AbortSignal) => Promise<T>) => Promise<T>;

function named(error: unknown): RecordFault {
  if (error instanceof TaskCancelledError) return new RecordFault('timeLimit', { cause: error });
  if (error instanceof BrokenCircuitError) return new RecordFault('circuitOpen', { cause: error });
  return faultOf(error);
}

/**
 * Applies the limits to lookups. The time limit is the outermost, so it also ends a lookup that waits for the
 * test of a half-open circuit. The circuit counts a lookup once, even if it took several attempts. @throws
 * RecordFault, never another error
 */
export function withCircuitBreaker(limits: Limits, onCircuit: (state: Circuit) => void): GuardedCall {
  const breaker = circuitBreaker(handleWhen(isFault('outage')), {
    halfOpenAfter: limits.pause,
    breaker: new ConsecutiveBreaker(limits.failures),
  });
  breaker.onStateChange((state) => onCircuit(NAMES[state]));
  const again = retry(handleWhen(isFault('retried')), {
    maxAttempts: limits.attempts - 1,
    backoff: new ExponentialBackoff({ initialDelay: 50, maxDelay: 400 }),
  });
  const policy = wrap(timeout(limits.total, TimeoutStrategy.Aggressive), breaker, again);
  return async (attempt) => {
    try {
      return await policy.execute(async ({ signal }) => {
        try {
          return await attempt(signal);
        } catch (error) {
          throw signal.aborted ? new RecordFault('timeLimit', { cause: error }) : faultOf(error);
        }
      });
    } catch (error) {
      throw named(error);
    }
  };
}
