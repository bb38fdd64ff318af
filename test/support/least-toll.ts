import { LONGEST_TURN, type Target, type Toll } from './target.ts';

/** What work costs a server at the least: where it seems too much, it is done again, since a busy machine slows single rounds. */
export async function leastToll(target: Target, work: () => Promise<unknown>): Promise<Toll> {
  let least = await target.toll(work);
  for (let round = 1; round < 3 && least.stalled >= LONGEST_TURN; round += 1) {
    const { stalled, memory } = await target.toll(work);
    least = { stalled: Math.min(stalled, least.stalled), memory: Math.max(memory, least.memory) };
  }
  return least;
}
