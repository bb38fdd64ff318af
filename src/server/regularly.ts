import type { Logger } from 'pino';

/** Stops what is done regularly, and waits for what of it is under way. */
export type Stop = () => Promise<void>;

/** One round after the other, until it is stopped; one that fails is logged, and the next one tries again. */
export function regularly(every: number, round: () => Promise<void>, logger: Logger): Stop {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(round).catch((error: unknown) => {
      logger.error({ name: error instanceof Error ? error.name : 'unknown' }, 'sweep failed');
    });
  }, every);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
