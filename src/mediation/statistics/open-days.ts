import { DAY, HOUR } from '../../conventions/time.ts';
import { LATEST } from './place-row.ts';

/** Why a batch cannot replace days with these bounds: undefined if it can. Days that have not begun cannot be settled. */
export function closedWhy(
  { from, to }: { readonly from: number; readonly to: number },
  now: number,
): string | undefined {
  if (from < now - LATEST.server - DAY) return `begins more than ${LATEST.server / DAY} days ago`;
  return to > now + DAY + HOUR ? 'ends in the future' : undefined;
}
