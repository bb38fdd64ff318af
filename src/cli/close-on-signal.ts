/** A terminal tells the whole process group, and a launcher passes the signal on: one Ctrl-C arrives twice. */
const SAME_SIGNAL = 1_000;

/** Ends in good order at the first signal; a second one, later, ends at once. */
export function closeOnSignal(close: () => Promise<void>): void {
  let closingSince: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (closingSince !== undefined) {
        if (performance.now() - closingSince > SAME_SIGNAL) process.exit(1);
        return;
      }
      closingSince = performance.now();
      close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}
