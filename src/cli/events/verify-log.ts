import { readAnchors } from '../../anchors/folder.ts';
import { type ExpectedAnchors, NO_KEY, type VerifiedLog, verifyLog } from '../../audit/index.ts';
import { connectionOf } from '../admin/connection.ts';
import { DamagedAnchor, UsageError } from '../cli-errors.ts';
import { timeOption } from '../options.ts';
import { inFile, served } from './read-log.ts';
import { certificatesOf, rootsTextIn } from './time-stamp-roots.ts';
import type { Pinned, VerifyOptions } from './verify-options.ts';
import { expectedWitnesses } from './witnesses.ts';

/** @throws DamagedAnchor; UsageError if the folder cannot be read */
async function inFolder(path: string) {
  const { anchors, damaged } = await readAnchors(path).catch((error: unknown) => {
    throw new UsageError(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`);
  });
  const [first] = damaged;
  if (first === undefined) return anchors;
  throw new DamagedAnchor(
    `${path}/${first} is not an anchor: it was changed, or its writing was interrupted`,
  );
}

async function expectedAnchors(
  options: VerifyOptions,
  pems: readonly string[],
  configured: Pinned['witnesses'],
): Promise<ExpectedAnchors> {
  const { anchors, anchoredSince, knownGap = [] } = options;
  return {
    ...expectedWitnesses(options, configured),
    ...(anchors !== undefined && { folder: await inFolder(anchors) }),
    ...(pems.length > 0 && { roots: pems.flatMap(certificatesOf) }),
    ...(anchoredSince !== undefined && { since: timeOption(anchoredSince, '--anchored-since') }),
    knownGaps: knownGap.map(Number),
  };
}

/** Verifies a file, or the database of the running server. */
export async function verifiedLog(
  file: string | undefined,
  { key = NO_KEY, roots, witnesses }: Pinned,
  options: VerifyOptions,
): Promise<VerifiedLog> {
  const { head, timeStampRoot } = options;
  const pems = timeStampRoot === undefined ? roots : [rootsTextIn(timeStampRoot)];
  // The folder is read first, so that all of its seals are in what is read after it.
  const anchors = await expectedAnchors(options, pems, witnesses);
  const entries = file === undefined ? served(connectionOf(options)) : inFile(file);
  return verifyLog(entries, { key, anchors, ...(head !== undefined && { head }) });
}
