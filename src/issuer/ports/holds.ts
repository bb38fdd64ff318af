import type { HeldReader } from '../../audit/ports/log.ts';
import type { Page } from './lists.ts';

export const HOLD_REASONS = ['litigation', 'investigation', 'complaint', 'audit', 'other'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** An order to delete nothing about a holder, or from a span of time. Times are milliseconds since the epoch. */
export interface LegalHold {
  readonly holdId: string;
  /** Absent for a span of time. */
  readonly holderId?: string;
  /** Begin of the span, or when the holder was imported. */
  readonly from: number;
  /** End of the span; absent if it has none. */
  readonly to?: number;
  readonly reason: HoldReason;
  readonly reviewAt: number;
  readonly placedAt: number;
  readonly liftedAt?: number;
}

export interface HoldReader extends HeldReader {
  hold(holdId: string): Promise<LegalHold | undefined>;
  listHolds(page: Page): Promise<readonly LegalHold[]>;
  /** Open holds that forbid erasing a holder: of the holder itself, and spans that end after it was imported. */
  holdsOn(holder: { readonly holderId: string; readonly createdAt: number }): Promise<readonly LegalHold[]>;
  /** Open holds whose review is due. */
  holdsToReview(now: number): Promise<readonly LegalHold[]>;
}

export interface HoldWriter {
  insertHold(hold: LegalHold): Promise<void>;
  /** False if it was lifted already. */
  liftHold(holdId: string, at: number): Promise<boolean>;
}
