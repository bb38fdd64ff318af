/** Less than this before its deadline, a proofing is urgent. */
const SOON = 60 * 60_000;

export type Urgency = 'none' | 'soon' | 'overdue';

/** How urgent a deadline is; told by a word and a shape, not by colour alone. */
export function urgencyOf(deadline: string | undefined, now: number): Urgency {
  if (deadline === undefined) return 'none';
  const rest = Date.parse(deadline) - now;
  if (rest <= 0) return 'overdue';
  return rest < SOON ? 'soon' : 'none';
}
