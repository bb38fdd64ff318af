import type { ConnectionOptions } from '../admin/connection.ts';

export interface VerifyOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly sealKey?: string;
  readonly head?: string;
  readonly anchors?: string;
  readonly timeStampRoot?: string;
  readonly anchoredSince?: string;
  readonly knownGap?: readonly string[];
  readonly witness?: readonly string[];
  readonly witnessOrigin?: string;
  readonly witnessQuorum?: string;
  readonly witnessed?: readonly string[];
}

/** What the audit log is verified with. */
export interface Pinned {
  /** Digest of the expected key; undefined if the server has none yet. */
  readonly key?: string | undefined;
  /** Roots of time stamps, in PEM. */
  readonly roots: readonly string[];
  /** Verifier keys of witnesses, with the name of the log. */
  readonly witnesses: readonly { readonly key: string; readonly origin: string }[];
}
