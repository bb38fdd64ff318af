import type { NotifiedSubject } from './outbox.ts';

/** What it is told: that there is something to ask for, never what. */
export interface Notice {
  readonly subject: NotifiedSubject;
  readonly subjectId: string;
  readonly deviceReferenceId: string;
}

/** How an attempt went. */
export interface Attempt {
  /** Another one for each attempt. */
  readonly requestId: string;
  /** A fixed word for what was wrong; absent when the platform confirmed it. */
  readonly fault?: string;
  readonly milliseconds: number;
  readonly cause?: unknown;
}

/** The wallet platform, where the issuer calls it. */
export interface WalletPlatform {
  /** Never rejects. */
  notify(notice: Notice): Promise<Attempt>;
}
