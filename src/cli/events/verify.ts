import { readAnchors } from '../../anchors/index.ts';
import {
  type AnchorFigures,
  type AnchorGap,
  type ExpectedAnchors,
  type KeyChange,
  NO_KEY,
  type Verified,
  verifyLog,
} from '../../audit/index.ts';
import { callAdmin } from '../admin/client.ts';
import { type Connection, type ConnectionOptions, connectionOf } from '../admin/connection.ts';
import { EXIT } from '../exit.ts';
import { UsageError } from '../failures.ts';
import { print } from '../output.ts';
import { inFile, served } from './export.ts';
import { certificatesOf, rootsTextIn } from './time-stamp-roots.ts';

interface Options extends ConnectionOptions {
  readonly json?: boolean;
  readonly sealKey?: string;
  readonly head?: string;
  readonly anchors?: string;
  readonly timeStampRoot?: string;
  readonly anchoredSince?: string;
  readonly knownGap?: readonly string[];
}

/** What a change of the seal key means, in words. */
const CHANGES: Readonly<Record<KeyChange['kind'], string>> = {
  announced: 'NEW KEY  announced by the key before it',
  reset: 'RESET  a new key that operators vouched for',
  unexplained: 'NEW KEY  not announced by the key before it',
};

function changeText({ seal, time, kind, reason, operatorId, approverId }: KeyChange): string {
  const people = [
    ...(reason === undefined ? [] : [reason]),
    ...(operatorId === undefined ? [] : [`by ${operatorId}`]),
    ...(approverId === undefined ? [] : [`approved by ${approverId}`]),
  ];
  return [`${CHANGES[kind]}, at ${time}, seal ${seal}`, ...people].join(', ');
}

const KINDS: Readonly<Record<AnchorFigures['kind'], string>> = {
  folder: 'anchor files',
  rfc3161: 'time stamps',
};

const anchorText = ({ kind, count, first, last, lastTime }: AnchorFigures) =>
  count === 0
    ? `no ${KINDS[kind]}`
    : `${count} ${KINDS[kind]}, of seals ${first} to ${last}, the last one made at ${lastTime}`;

const gapText = ({ kind, seal, sealTime, anchorTime }: AnchorGap) =>
  `GAP  seal ${seal} of ${sealTime} has no ${KINDS[kind]} until ${anchorTime ?? 'the end'}`;

const purgedText = ({ seal, before, time }: NonNullable<Verified['purged']>) =>
  `PURGED  entries before ${before} were purged by retention at ${time}; the audit log begins with seal ${seal}`;

function text(verified: Verified): string {
  const { seals, sealedLines, unsealedLines, head, keys, keyChanges, problem } = verified;
  const { anchors = [], gaps = [], purged } = verified;
  const facts = [
    `${seals} seals over ${sealedLines} events; ${unsealedLines} behind the last seal`,
    ...keys.map((key) => `key   ${key}`),
    ...(head === undefined ? [] : [`head  ${head}`]),
    ...keyChanges.map(changeText),
    ...(purged ? [purgedText(purged)] : []),
    ...anchors.map(anchorText),
    ...gaps.map(gapText),
  ];
  if (!problem) return [...facts, 'the audit log is unchanged since it was sealed'].join('\n');
  const { entry, changeId, seal, text: wrong } = problem;
  const where = [
    `line ${entry}`,
    ...(changeId === undefined ? [] : [`event ${changeId}`]),
    ...(seal === undefined ? [] : [`seal ${seal}`]),
  ];
  return [...facts, `WRONG  ${where.join(', ')}: ${wrong}`].join('\n');
}

/**
 * The pinned key and the roots of time stamps in the configuration of the running server. A key that the audit log itself
 * names is never used.
 */
async function pinned(connection: Connection) {
  const { keys, timeStampRoots } = await callAdmin(connection, 'getSeals', {});
  return { key: keys.at(-1) ?? NO_KEY, roots: timeStampRoots };
}

/** @throws UsageError if a file is damaged */
async function inFolder(path: string) {
  const { anchors, damaged } = await readAnchors(path).catch((error: unknown) => {
    throw new UsageError(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`);
  });
  const [first] = damaged;
  if (first === undefined) return anchors;
  throw new UsageError(`${path}/${first} is not an anchor: it was changed, or its writing was interrupted`);
}

function timeOf(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new UsageError('--anchored-since needs a time such as 2026-11-01T00:00:00Z');
  return time;
}

async function expectedAnchors(options: Options, pems: readonly string[]): Promise<ExpectedAnchors> {
  const { anchors, anchoredSince, knownGap = [] } = options;
  return {
    ...(anchors !== undefined && { folder: await inFolder(anchors) }),
    ...(pems.length > 0 && { roots: pems.flatMap(certificatesOf) }),
    ...(anchoredSince !== undefined && { since: timeOf(anchoredSince) }),
    knownGaps: knownGap.map(Number),
  };
}

/** Verifies a file, or the database of the running server. */
export async function verifyEvents(file: string | undefined, options: Options): Promise<void> {
  const { head } = options;
  const { sealKey, timeStampRoot } = options;
  const { key, roots } =
    sealKey === undefined ? await pinned(connectionOf(options)) : { key: sealKey, roots: [] };
  const pems = timeStampRoot === undefined ? roots : [rootsTextIn(timeStampRoot)];
  // The folder is read first, so that all of its seals are in what is read after it.
  const anchors = await expectedAnchors(options, pems);
  const entries = file === undefined ? served(connectionOf(options)) : inFile(file);
  const verified = await verifyLog(entries, { key, anchors, ...(head !== undefined && { head }) });
  print(verified, options, () => text(verified));
  if (verified.problem) process.exitCode = EXIT.failed;
}
