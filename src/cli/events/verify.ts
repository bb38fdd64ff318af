import { callAdmin } from '../admin/client.ts';
import { type Connection, type ConnectionOptions, connectionOf } from '../admin/connection.ts';
import { EXIT } from '../exit.ts';
import { print } from '../output.ts';

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

/**
 * The pinned key, and the roots of time stamps and the witnesses in the configuration of the running server. A key that the
 * audit log itself names is never used.
 */
async function pinned(connection: Connection): Promise<Pinned> {
  const { keys, timeStampRoots, witnesses } = await callAdmin(connection, 'getSeals', {});
  return { key: keys.at(-1), roots: timeStampRoots, witnesses };
}

export async function verifyEvents(file: string | undefined, options: VerifyOptions): Promise<void> {
  const { sealKey } = options;
  const known: Pinned =
    sealKey === undefined ? await pinned(connectionOf(options)) : { key: sealKey, roots: [], witnesses: [] };
  const { verifiedLog } = await import('./verify-log.ts');
  const verified = await verifiedLog(file, known, options);
  const { verifiedText } = await import('./verified-text.ts');
  print(verified, options, () => verifiedText(verified));
  if (verified.problem) process.exitCode = EXIT.failed;
}
