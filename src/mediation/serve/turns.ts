import { Slices } from '../../conventions/turns.ts';

/** Waits for the next turn of the event loop if the work since the last one took long; undefined if it did not. */
export type Pause = () => Promise<void> | undefined;

/** Divides one piece of work, such as a large snapshot, so that it blocks no other request. */
export function turns(): Pause {
  const slices = new Slices();
  return () => (slices.over ? slices.next() : undefined);
}
