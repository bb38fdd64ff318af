import { TimeStampError, verifyTimeStamp } from '../formats/tsp/index.ts';
import { lineDigest } from './line.ts';
import { isSignedBy, keyDigest, sha256, sha256Bytes } from './node-crypto.ts';
import type { StoredTimeStamp } from './ports/anchors.ts';
import type { AuditReader, AuditStore } from './ports/log.ts';
import type { Seal, SealedEntry } from './ports/seals.ts';
import { parseStatement, type SealStatement, statementOf } from './statement.ts';
import { inclusionPath, provenRoot } from './tree/inclusion.ts';
import { digestsIn, edgeOf } from './tree-edge.ts';

/** More lines than any seal covers. */
const MOST_LINES = 1000;

/** More seals than are made between two time stamps: one each half minute, a time stamp at least each half hour. */
const MOST_SEALS = 100;

/** Proves that one line is in the tree that a seal signs. */
export interface Proof {
  readonly line: SealedEntry;
  /** Position of the line in the audit log, from 0. */
  readonly index: number;
  /** Hashes from the line to the root, lowest first (RFC 6962, section 2.1.1). */
  readonly path: readonly Uint8Array[];
  readonly seal: Pick<Seal, 'number' | 'statement' | 'signature'>;
  /** Over the statement of the seal. */
  readonly timeStamps: readonly StoredTimeStamp[];
}

type Unproven = 'unknown' | 'unsealed';

/** The seal that covers a line, and the one before it. Reads as many seals as their number has bits. */
async function sealsAround(reader: AuditReader, changeId: string) {
  const last = await reader.lastSeal();
  if (!last || statementOf(last).lastChangeId < changeId) return undefined;
  let [low, high, covering] = [1, last.number, last];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const seal = (await reader.sealAfter(middle - 1)) ?? last;
    if (statementOf(seal).lastChangeId < changeId) low = middle + 1;
    else [high, covering] = [middle, seal];
  }
  const before = low === 1 ? undefined : await reader.sealAfter(low - 2);
  return { covering, before };
}

/** The lines that a seal covers. */
function linesOf(reader: AuditReader, covering: Seal, before: Seal | undefined) {
  const after = before ? statementOf(before).lastChangeId : '';
  return reader.sealedEntries({ after, upTo: statementOf(covering).lastChangeId, limit: MOST_LINES });
}

interface Stamped {
  readonly seals: readonly Seal[];
  readonly timeStamps: readonly StoredTimeStamp[];
}

/**
 * The seals from one that covers a line up to the next with a time stamp, all by the same key. Only the first one if none
 * has a time stamp.
 */
async function upToTimeStamp(reader: AuditReader, covering: Seal): Promise<Stamped> {
  const { key } = statementOf(covering);
  const seals: Seal[] = [];
  let next: Seal | undefined = covering;
  while (next && seals.length < MOST_SEALS && statementOf(next).key === key) {
    seals.push(next);
    const timeStamps = await reader.timeStamps(sha256(next.statement));
    if (timeStamps.length > 0) return { seals, timeStamps };
    next = await reader.sealAfter(next.number);
  }
  return { seals: [covering], timeStamps: [] };
}

/**
 * Proves a line by the seal that covers it, or by the next one that has a time stamp: authorities date only some seals.
 * @throws SealFault if a seal on the way cannot be read
 */
export async function proveLine(store: AuditStore, changeId: string): Promise<Proof | Unproven> {
  const found = await store.read(async (reader) => {
    const seals = await sealsAround(reader, changeId);
    if (!seals) return undefined;
    const lines = await linesOf(reader, seals.covering, seals.before);
    return { ...seals, lines, stamped: await upToTimeStamp(reader, seals.covering) };
  });
  if (!found) {
    const stretch = { after: changeId.slice(0, -1), upTo: changeId, limit: MOST_LINES };
    const near = await store.read((reader) => reader.sealedEntries(stretch));
    return near.at(-1)?.changeId === changeId ? 'unsealed' : 'unknown';
  }
  const { covering, before, lines, stamped } = found;
  const at = lines.findIndex((line) => line.changeId === changeId);
  const line = lines[at];
  if (!line) return 'unknown';
  const edge = await edgeOf(store, sha256Bytes, before);
  const index = edge.size + at;
  const behind = stamped.seals.slice(1).flatMap(digestsIn);
  const digests = await Promise.all(lines.map((one) => lineDigest(one, sha256Bytes)));
  const path = inclusionPath({ edge, leaves: [...digests, ...behind] }, index);
  const { number, statement, signature } = stamped.seals.at(-1) ?? covering;
  return { line, index, path, seal: { number, statement, signature }, timeStamps: stamped.timeStamps };
}

interface Checked extends Proof {
  readonly statement: SealStatement;
  /** Digest of the key that must have signed. */
  readonly key: string;
  /** Digest of the line. */
  readonly leaf: Uint8Array;
}

/** What a proof must fulfil, each with its error message. */
const RULES: readonly (readonly [(checked: Checked) => boolean, string])[] = [
  [({ statement, key }) => keyDigest(statement) === key, 'the seal is by another key than the expected one'],
  [
    ({ statement, seal }) => isSignedBy(statement, seal.statement, seal.signature),
    'the seal is not signed by the key that it names',
  ],
  [
    ({ statement: { tree }, index, path, leaf }) =>
      provenRoot({ index, size: tree.size, leaf, path }) === tree.root,
    'the event is not in the tree that the seal signs, or it was changed',
  ],
];

/** What is wrong with a proof, if anything. Needs no audit log and no server. */
export async function proofProblem(proof: Proof, key: string): Promise<string | undefined> {
  const statement = parseStatement(proof.seal.statement);
  if (!statement) return 'the seal holds no statement';
  const checked = { ...proof, statement, key, leaf: await lineDigest(proof.line, sha256Bytes) };
  return RULES.find(([holds]) => !holds(checked))?.[1];
}

/** When an authority saw the seal of a proof; the time is in milliseconds since the epoch. */
interface ProvenTime {
  readonly authority: string;
  readonly time: number;
}

/** The times of the time stamps, or what is wrong with one of them. `roots`: DER, of the trusted authorities. */
export function provenTimes(
  { seal, timeStamps }: Pick<Proof, 'seal' | 'timeStamps'>,
  roots: readonly Uint8Array[],
): { readonly times: readonly ProvenTime[]; readonly problem?: string } {
  const imprint = sha256Bytes(Buffer.from(seal.statement, 'utf8'));
  const times: ProvenTime[] = [];
  for (const { authority, token } of timeStamps) {
    try {
      times.push({ authority, time: verifyTimeStamp(token, { imprint, roots }).time });
    } catch (error) {
      if (!(error instanceof TimeStampError)) throw error;
      return { times, problem: `the time stamp of ${authority} does not verify: ${error.message}` };
    }
  }
  return times.length > 0 ? { times } : { times, problem: 'the proof has no time stamp' };
}
