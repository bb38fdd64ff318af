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
  /** For one lookup with all its attempts, milliseconds. */
  readonly total: number;
  readonly attempts: number;
  /** Lookups that fail one after the other until the circuit opens. */
  readonly failures: number;
  /** How long the circuit stays open before one lookup tries again, milliseconds. */
  readonly pause: number;
}

/** A wallet waits meanwhile, and so does a user. */
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

export type Guarded = <T>(attempt: (signal: AbortSignal) => Promise<T>) => Promise<T>;

function named(error: unknown): RecordFault {
  if (error instanceof TaskCancelledError) return new RecordFault('timeLimit', { cause: error });
  if (error instanceof BrokenCircuitError) return new RecordFault('circuitOpen', { cause: error });
  return faultOf(error);
}

/**
 * Runs lookups within the limits. The time limit is outermost: it also ends the wait for the one lookup that tries
 * a half-open circuit. A lookup counts once for the circuit, however often it was tried.
 * @throws RecordFault and nothing else
 */
export function guarded(limits: Limits, onCircuit: (state: Circuit) => void): Guarded {
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
