/** Milliseconds that work may take before other requests get a turn. */
const LONGEST = 5;

/** Waits for the next turn of the event loop if the work since the last one took long; undefined if it did not. */
export type Pause = () => Promise<void> | undefined;

/** Divides one piece of work, such as a large snapshot, so that it blocks no other request. */
export function turns(): Pause {
  let began = performance.now();
  return () => {
    if (performance.now() - began < LONGEST) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        began = performance.now();
        resolve();
      });
    });
  };
}
