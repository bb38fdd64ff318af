/** Runs at most `atOnce` of the works given to it; the others wait, and beyond `mostWaiting` they are refused. */
export function limited(atOnce: number, mostWaiting: number, refusal: () => Error) {
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= mostWaiting) throw refusal();
    await new Promise<void>((resume) => waiting.push(resume));
  };

  /** The place of one that ends goes to one that waits. */
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
