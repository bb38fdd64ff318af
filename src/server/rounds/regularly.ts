import type { Logger } from 'pino';

/** Stops the rounds and waits for the one that is running. */
export type Stop = () => Promise<void>;

export const failed = (logger: Logger) => (error: unknown) => {
  logger.error({ name: error instanceof Error ? error.name : 'unknown' }, 'sweep failed');
};

/**
 * Runs rounds one after the other. A failed round is logged, and the next one tries again. Rounds that are due while one is
 * running are left out: while a database does not answer they would pile up, and a stop would wait for all of them.
 */
export function regularly(every: number, round: () => Promise<void>, logger: Logger): Stop {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= round()
      .catch(failed(logger))
      .finally(() => {
        running = undefined;
      });
  }, every);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
