import { fromHex, toHex, utf8 } from '../conventions/bytes.ts';
import type { SealCrypto, Sha256 } from './ports/crypto.ts';
import type { Seal } from './ports/seals.ts';
import type { SealStatement } from './statement.ts';
import { appended, HASH_BYTES, type TreeEdge, treeHead } from './tree/tree.ts';
import { digestsIn, storedEdge } from './tree-edge.ts';

/** The previous seal, as the next one refers to it. */
export interface PreviousSeal {
  readonly number: number;
  readonly lastChangeId: string;
  /** Digest of its statement; absent before the first seal. */
  readonly head?: string;
  readonly statement?: SealStatement;
}

interface Checked {
  readonly crypto: SealCrypto;
  readonly seal: Seal;
  readonly statement: SealStatement;
  readonly before: PreviousSeal;
}

/** A rule for a seal, with its error message. */
type Rule = readonly [(checked: Checked) => boolean | Promise<boolean>, string];

const NEXT: Rule = [
  ({ seal, before }) => seal.number === before.number + 1,
  'is not the next one: a seal is missing or repeated',
];
const NUMBERED: Rule = [
  ({ seal, statement }) => statement.seal === seal.number,
  'has another number than was signed',
];
const SIGNED: Rule = [
  ({ crypto, seal, statement }) =>
    crypto.isSigned(fromHex(statement.key), utf8(seal.statement), seal.signature),
  'is not signed by the key that it names',
];
const CHAINED: Rule = [
  ({ statement, before }) => statement.previous === before.head,
  'does not follow the seal before it',
];
const OF_LINES: Rule = [
  async ({ crypto, seal: { lineDigests }, statement }) =>
    toHex(await crypto.sha256(lineDigests)) === statement.linesDigest &&
    lineDigests.length === statement.lines * HASH_BYTES,
  'has other digests of lines than were signed',
];
const OF_EDGE: Rule = [
  async ({ crypto, seal }) => (await storedEdge(crypto.sha256, seal)) !== undefined,
  'has another tree than was signed',
];

/** Rules for a seal that follows another one, or that is the first of all. */
export const NEXT_SEAL = [NEXT, NUMBERED, SIGNED, CHAINED, OF_LINES];

/** Rules for the first seal that a purge left; nothing before it can be checked. */
export const FIRST_LEFT = [NUMBERED, SIGNED, OF_LINES, OF_EDGE];

/** The first rule that a seal breaks. */
export async function sealProblem(rules: readonly Rule[], checked: Checked): Promise<string | undefined> {
  for (const [holds, text] of rules) if (!(await holds(checked))) return `the seal ${text}`;
  return undefined;
}

/**
 * The tree after a seal, or what is wrong with the tree that the seal signs. Without the tree before it, only its own
 * stored edge shows the tree; undefined if there is none.
 */
export async function treeAfter(
  sha256: Sha256,
  before: TreeEdge | undefined,
  seal: Seal,
  { tree }: SealStatement,
): Promise<{ readonly edge?: TreeEdge | undefined; readonly problem?: string }> {
  const edge = before ? await appended(sha256, before, digestsIn(seal)) : await storedEdge(sha256, seal);
  const head = edge && (await treeHead(sha256, edge));
  return head && (head.size !== tree.size || head.root !== tree.root)
    ? { problem: 'the seal has another tree than its lines and those before make' }
    : { edge };
}
