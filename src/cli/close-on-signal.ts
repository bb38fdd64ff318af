/** A terminal signals the whole process group, and a launcher passes the signal on: one Ctrl-C arrives twice. */
const SAME_SIGNAL = 1_000;

/** Shuts down gracefully at the first signal, and at once at a later second one. */
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
