import { callAdmin } from '../admin/client.ts';
import { type Connection, connectionOf } from '../admin/connection.ts';
import { EXIT } from '../exit.ts';
import { print } from '../output.ts';
import { sealKeyDigest } from '../read-document.ts';
import type { Pinned, VerifyOptions } from './verify-options.ts';

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
    sealKey === undefined
      ? await pinned(connectionOf(options))
      : { key: sealKeyDigest(sealKey), roots: [], witnesses: [] };
  const { verifiedLog } = await import('./verify-log.ts');
  const verified = await verifiedLog(file, known, options);
  const { verifiedText } = await import('./verified-text.ts');
  print(verified, options, () => verifiedText(verified));
  if (verified.problem) process.exitCode = EXIT.failed;
}
