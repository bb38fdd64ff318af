const waiting: (() => void)[] = [];

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/**
 * Waits its turn before a part of the work that takes the processor for long, a signature or so. In each turn of the
 * event loop one request continues, in order of arrival, so that a new request waits for one part and not for one of each.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}
