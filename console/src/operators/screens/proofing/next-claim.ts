import { whenSignedOut } from '../../../frame/signed-out.ts';
import { unstoredIds } from './held-decision.ts';

/** The most ids that a request may name. */
const MOST_SKIPPED = 100;

/** Proofings that the person skipped since the page was loaded, newest last. */
let skipped: readonly string[] = [];
whenSignedOut(() => {
  skipped = [];
});

const without = (id: string) => skipped.filter((one) => one !== id);

export function skip(id: string): void {
  skipped = [...without(id), id].slice(-MOST_SKIPPED);
}

/** What the server is to leave out: what was skipped, but for one, and what was decided and is not stored yet. */
function leftOut(but?: string): string[] {
  const unstored = unstoredIds();
  const others = skipped.filter((id) => id !== but && !unstored.includes(id));
  return [...others, ...unstored].slice(-MOST_SKIPPED);
}

interface Claimed<Proofing> {
  readonly proofing?: Proofing;
  /** Whether only skipped ones were left. */
  readonly wasSkipped: boolean;
}

/**
 * Claims the next proofing. Skipped ones come last, in the order in which they were skipped; the one that is open does not come
 * again at once.
 */
export async function claimNext<Proofing>(
  claim: (leftOut: string[]) => Promise<Proofing | undefined>,
  opened?: string,
): Promise<Claimed<Proofing>> {
  const fresh = await claim(leftOut());
  if (fresh) return { proofing: fresh, wasSkipped: false };
  for (const id of skipped) {
    if (id === opened || unstoredIds().includes(id)) continue;
    const again = await claim(leftOut(id));
    // If there is none, it was decided, or another person has it.
    skipped = without(id);
    if (again) return { proofing: again, wasSkipped: true };
  }
  return { wasSkipped: false };
}
