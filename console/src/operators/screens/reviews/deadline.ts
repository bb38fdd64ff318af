/** A proofing is urgent in the last hour before its deadline. */
const SOON = 60 * 60_000;

type Urgency = 'none' | 'soon' | 'overdue';

/** The urgency of a deadline, shown by word and shape, not only by colour. */
export function urgencyOf(deadline: string | undefined, now: number): Urgency {
  if (deadline === undefined) return 'none';
  const rest = Date.parse(deadline) - now;
  if (rest <= 0) return 'overdue';
  return rest < SOON ? 'soon' : 'none';
}
