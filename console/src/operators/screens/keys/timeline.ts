/** A key as the picture needs it; times are in milliseconds. */
export interface Span {
  readonly id: string;
  readonly role: string;
  readonly stage: string;
  readonly from: number;
  readonly to: number;
}

export interface Domain {
  readonly from: number;
  readonly to: number;
}

export const DAY = 86_400_000;

/** The shown range around today. At the scale of a root, which lasts twenty years, other bars would be invisible. */
const BEHIND = 120 * DAY;
const AHEAD = 540 * DAY;

export const domainAround = (now: number): Domain => ({ from: now - BEHIND, to: now + AHEAD });

/** Position as a percentage of the width, limited to the picture. */
export function at({ from, to }: Domain, time: number): number {
  const part = (time - from) / (to - from);
  return Math.min(1, Math.max(0, part)) * 100;
}

interface Bar {
  readonly start: number;
  readonly width: number;
  /** Whether the bar continues beyond the left edge. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** The bar of a range; undefined if it is outside the picture. */
export function barOf(domain: Domain, { from, to }: Pick<Span, 'from' | 'to'>): Bar | undefined {
  if (to <= domain.from || from >= domain.to || to <= from) return undefined;
  const start = at(domain, from);
  return {
    start,
    width: at(domain, to) - start,
    isCutBefore: from < domain.from,
    isCutAfter: to > domain.to,
  };
}

/** The range in which two certificates of a role are valid: the time for a rotation. */
export function overlapOf(spans: readonly Span[], span: Span): Domain | undefined {
  const others = spans.filter(({ id, role }) => role === span.role && id !== span.id);
  const later = others.filter(({ from }) => from > span.from).sort((one, other) => one.from - other.from)[0];
  if (later === undefined) return undefined;
  const to = Math.min(span.to, later.to);
  return to > later.from ? { from: later.from, to } : undefined;
}

interface Tick {
  readonly time: number;
  readonly at: number;
}

/** Ticks at the starts of quarters, in UTC. */
export function ticksOf(domain: Domain): readonly Tick[] {
  const ticks: Tick[] = [];
  const first = new Date(domain.from);
  for (let month = Math.ceil(first.getUTCMonth() / 3) * 3; ; month += 3) {
    const time = Date.UTC(first.getUTCFullYear(), month, 1);
    if (time > domain.to) return ticks;
    if (time >= domain.from) ticks.push({ time, at: at(domain, time) });
  }
}
