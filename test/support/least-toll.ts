import { LONGEST_TURN, type Target, type Toll } from './target.ts';

/**
 * The lowest cost of some work. If the cost seems too high, the work is repeated, because a busy machine
 * slows down single rounds.
 */
export async function leastToll(target: Target, work: () => Promise<unknown>): Promise<Toll> {
  let least = await target.toll(work);
  for (let round = 1; round < 3 && least.stalled >= LONGEST_TURN; round += 1) {
    const { stalled, memory } = await target.toll(work);
    least = { stalled: Math.min(stalled, least.stalled), memory: Math.max(memory, least.memory) };
  }
  return least;
}
