const waiting: (() => void)[] = [];

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/**
 * Waits its turn before a part of the work that takes the processor for long, a signature or so. In each turn of the
 * event loop one of all requests goes on, in the order in which they came here: however many there are, what comes in
 * meanwhile waits for one part and not for one of each.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}
