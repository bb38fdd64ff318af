import { AnchorReading } from './anchor/check-anchors.ts';
import type { AnchorFigures, AnchorGap, ExpectedAnchors } from './anchor/track.ts';
import type { ChainPart } from './chain-part.ts';
import { digestsIn, storedEdge } from './edge-of.ts';
import { type KeyChange, keyChangeOf } from './key-change.ts';
import { lineDigest } from './line.ts';
import type { Seal, SealedEntry } from './ports/seals.ts';
import {
  type Announced,
  announcedIn,
  isAnnounced,
  type Purged,
  purgedPart,
  startProblem,
  UNANNOUNCED,
} from './purged-start.ts';
import { isSignedBy, keyDigest, parseStatement, type SealStatement, sha256 } from './statement.ts';
import { appended, EMPTY_TREE, HASH_BYTES, type TreeEdge, treeHead } from './tree/tree.ts';

export interface Verified {
  readonly seals: number;
  readonly sealedLines: number;
  /** Entries after the last seal; they are not protected yet. */
  readonly unsealedLines: number;
  /**
   * Digest of the last statement. If it is stored elsewhere, it proves later that the end of the log was not
   * cut off.
   */
  readonly head?: string;
  /** Digests of the keys that signed. */
  readonly keys: readonly string[];
  /** Changes of the key. Resets stay in this list for ever. */
  readonly keyChanges: readonly KeyChange[];
  /** If the first entries were purged. */
  readonly purged?: Purged;
  /** What the anchors that were checked prove. */
  readonly anchors?: readonly AnchorFigures[];
  /** Seals that were not anchored in time. */
  readonly gaps?: readonly AnchorGap[];
  /** The first thing that is wrong. */
  readonly problem?: LogProblem;
}

export interface LogProblem {
  /** Position in the exported text, starting at 1. */
  readonly entry: number;
  readonly changeId?: string;
  readonly seal?: number;
  readonly text: string;
}

/** Stands for the digest of a key if no key is pinned yet; there must then be no seal. */
export const NO_KEY = 'none';

/** Digests from another source than the log to verify. */
export interface Expected {
  /**
   * Digest of a key that signed. A seal by this key vouches for everything before it. After its last seal,
   * only keys that the previous key announced may follow.
   */
  readonly key?: string;
  /** Digest of a statement that must be in the log. */
  readonly head?: string;
  readonly anchors?: ExpectedAnchors;
}

interface PlacedLine {
  readonly entry: number;
  readonly line: SealedEntry;
}

/** The previous seal, as the next one refers to it. */
interface Chain {
  readonly number: number;
  readonly lastChangeId: string;
  readonly text?: string;
  readonly statement?: SealStatement;
}

const START: Chain = { number: 0, lastChangeId: '' };

interface Rules {
  readonly seal: Seal;
  readonly statement: SealStatement;
  readonly before: Chain;
}

/** The rules for a seal, each with its error message. */
const RULES: readonly (readonly [(given: Rules) => boolean, string])[] = [
  [
    ({ seal, statement, before }) => seal.number === before.number + 1 && statement.seal === seal.number,
    'is not the next one: a seal is missing or repeated',
  ],
  [
    ({ seal, statement }) => isSignedBy(statement, seal.statement, seal.signature),
    'is not signed by the key that it names',
  ],
  [
    ({ statement, before }) =>
      statement.previous === (before.text === undefined ? undefined : sha256(before.text)),
    'does not follow the seal before it',
  ],
  [
    ({ seal, statement }) =>
      sha256(seal.lineDigests) === statement.linesDigest &&
      seal.lineDigests.length === statement.lines * HASH_BYTES,
    'has other digests of lines than were signed',
  ],
];

const digestsOf = (seal: Seal): readonly string[] =>
  digestsIn(seal).map((digest) => Buffer.from(digest).toString('hex'));

/**
 * The tree after a seal, or what is wrong with the tree that the seal signs. Without the tree before it, only its own
 * stored edge shows the tree; undefined if there is none.
 */
function treeAfter(
  before: { readonly edge: TreeEdge | undefined; readonly statement?: SealStatement | undefined },
  seal: Seal,
  { tree }: SealStatement,
): { readonly edge?: TreeEdge | undefined; readonly problem?: string } {
  const edge = before.edge ? appended(before.edge, digestsIn(seal)) : storedEdge(seal);
  if (!tree)
    return before.statement?.tree ? { problem: 'has no tree, and the seal before it has one' } : { edge };
  const found = edge && treeHead(edge);
  return found && (found.size !== tree.size || found.root !== tree.root)
    ? { problem: 'has another tree than its lines and those before make' }
    : { edge };
}

/** The first entry that differs from its sealed form, and the probable cause. */
function lineProblem(
  seal: Seal,
  lines: readonly PlacedLine[],
): (Partial<LogProblem> & { readonly text: string }) | undefined {
  const sealed = digestsOf(seal);
  const found = lines.map(({ line }) => lineDigest(line).toString('hex'));
  const length = Math.max(sealed.length, found.length);
  for (let index = 0; index < length; index += 1) {
    if (sealed[index] === found[index]) continue;
    const at = lines[index];
    const place = at ? { entry: at.entry, changeId: at.line.changeId } : {};
    const wanted = sealed[index];
    if (found[index] === undefined)
      return { ...place, text: 'sealed lines are missing at the end of the stretch' };
    if (wanted === undefined) return { ...place, text: 'the line was put in behind the sealed ones' };
    if (found.includes(wanted)) return { ...place, text: 'the line was put in, or the order was changed' };
    if (sealed.includes(found[index] as string))
      return { ...place, text: 'a sealed line is missing before this one' };
    return { ...place, text: 'the line was changed after it was sealed' };
  }
  return undefined;
}

/** The id or the note of a holder may be missing only after an erasure, which is itself in the audit log. */
function erasureProblem(erased: ReadonlyMap<string, PlacedLine>, erasures: ReadonlySet<string>) {
  const hidden = [...erased].find(([erasureId]) => !erasures.has(erasureId));
  if (!hidden) return undefined;
  const [, { entry, line }] = hidden;
  const text = 'the id of a holder was taken out without an erasure in the audit log';
  return { entry, changeId: line.changeId, text };
}

const UNVOUCHED =
  'the key changed without an announcement by the key before, as anyone with the database could do; if operators vouched for the new key, expect that one';

/** The state of the verification, which starts at the beginning of the log or after a seal. */
export class Reading {
  #before: Chain = START;
  #entry = 0;
  #sealedLines = 0;
  #lines: PlacedLine[] = [];
  #headFound: boolean;
  #isKeyFound = false;
  #unvouched: LogProblem | undefined;
  /** Of the tree up to the previous seal; undefined if the reading began after lines whose tree is not stored. */
  #edge: TreeEdge | undefined = EMPTY_TREE;
  readonly #expected: Expected;
  readonly #keys = new Set<string>();
  readonly #keyChanges: KeyChange[] = [];
  readonly #erased = new Map<string, PlacedLine>();
  readonly #erasures = new Set<string>();
  /** The first seal, if the entries up to it are not there. */
  #start: Seal | undefined;
  #announced: Announced | undefined;
  /** The first line whose note was erased. */
  #withoutNote: PlacedLine | undefined;

  constructor(expected: Expected = {}, behind?: Seal) {
    this.#expected = expected;
    this.#headFound = expected.head === undefined;
    const statement = behind && parseStatement(behind.statement);
    if (!statement) return;
    this.#edge = storedEdge(behind);
    this.#goOn(behind, statement);
  }

  #goOn({ number, statement: text }: Seal, statement: SealStatement): void {
    this.#before = { number, lastChangeId: statement.lastChangeId, text, statement };
  }

  /** Verifies the next entry and returns its fault. */
  take(one: ChainPart): LogProblem | undefined {
    this.#entry += 1;
    if ('line' in one) return this.#takeLine(one.line);
    return 'seal' in one ? this.#takeSeal(one.seal) : undefined;
  }

  #takeLine(line: SealedEntry): LogProblem | undefined {
    const { changeId, subject, subjectId, event } = line;
    const placed = { entry: this.#entry, line };
    if (changeId <= (this.#lines.at(-1)?.line.changeId ?? this.#before.lastChangeId))
      return { entry: this.#entry, changeId, text: 'the line is out of order or repeated' };
    if (line.subjectDigest && !this.#erased.has(subjectId)) this.#erased.set(subjectId, placed);
    if (subject === 'holder' && event === 'erase') this.#erasures.add(subjectId);
    if (line.noteDigest) this.#withoutNote ??= placed;
    this.#lines.push(placed);
    return undefined;
  }

  #takeSeal(seal: Seal): LogProblem | undefined {
    const at = { entry: this.#entry, seal: this.#before.number + 1 };
    const statement = parseStatement(seal.statement);
    if (!statement) return { ...at, text: 'the seal holds no statement' };
    if (this.#before === START && this.#lines.length === 0 && seal.number > 1)
      return this.#begin(seal, statement);
    const given = { seal, statement, before: this.#before };
    const broken = RULES.find(([holds]) => !holds(given));
    if (broken) return { ...at, text: `the seal ${broken[1]}` };
    const wrong = lineProblem(seal, this.#lines);
    if (wrong) return { ...at, ...wrong };
    const { edge, problem } = treeAfter(
      { edge: this.#edge, statement: this.#before.statement },
      seal,
      statement,
    );
    if (problem !== undefined) return { ...at, text: `the seal ${problem}` };
    this.#edge = edge;
    this.#takeKey(statement, at);
    this.#goOn(seal, statement);
    this.#headFound ||= sha256(seal.statement) === this.#expected.head;
    this.#sealedLines += this.#lines.length;
    // Not always the last entry: the clock that gave it its place was perhaps far ahead.
    for (const announced of this.#lines.flatMap(({ line }) => announcedIn(line) ?? []))
      if (announced.seal >= (this.#announced?.seal ?? 0)) this.#announced = announced;
    this.#lines = [];
    return undefined;
  }

  /** Begins after the entries that this seal covers. */
  #begin(seal: Seal, statement: SealStatement): LogProblem | undefined {
    const at = { entry: this.#entry, seal: seal.number };
    const wrong = startProblem(seal, statement);
    if (wrong !== undefined) return { ...at, text: wrong };
    this.#start = seal;
    this.#edge = storedEdge(seal);
    this.#takeKey(statement, at);
    this.#goOn(seal, statement);
    this.#headFound ||= sha256(seal.statement) === this.#expected.head;
    return undefined;
  }

  #takeKey(statement: SealStatement, at: Pick<LogProblem, 'entry' | 'seal'>): void {
    const key = keyDigest(statement);
    const change = keyChangeOf(statement, this.#before.statement);
    this.#keys.add(key);
    if (change) this.#keyChanges.push(change);
    if (key === this.#expected.key) {
      this.#isKeyFound = true;
      this.#unvouched = undefined;
    } else if (this.#isKeyFound && change && change.kind !== 'announced')
      this.#unvouched ??= { ...at, text: UNVOUCHED };
  }

  /** Problems that can only be found at the end. */
  endProblem(): LogProblem | undefined {
    const at = { entry: this.#entry };
    if (!this.#headFound)
      return {
        ...at,
        text: 'the expected seal is missing: the end was cut off, or the audit log was replaced',
      };
    if (this.#start && !isAnnounced(this.#start, this.#announced))
      return { entry: 1, seal: this.#start.number, text: UNANNOUNCED };
    const { key } = this.#expected;
    const isYoung = key === NO_KEY && this.#before.number === 0;
    if (key !== undefined && !isYoung && !this.#isKeyFound)
      return {
        ...at,
        text: 'no seal is signed by the expected key: the key is of another server, or the audit log was replaced',
      };
    return this.#unvouched ?? erasureProblem(this.#erased, this.#erasures) ?? this.#noteProblem();
  }

  /** The line of an erased note does not name its holder, so any erasure is accepted as the explanation. */
  #noteProblem(): LogProblem | undefined {
    if (!this.#withoutNote || this.#erasures.size > 0) return undefined;
    const { entry, line } = this.#withoutNote;
    return {
      entry,
      changeId: line.changeId,
      text: 'a note was taken out without an erasure in the audit log',
    };
  }

  told(problem: LogProblem | undefined): Verified {
    const { number: seals, text } = this.#before;
    return {
      seals,
      sealedLines: this.#sealedLines,
      unsealedLines: this.#lines.length,
      ...(text !== undefined && { head: sha256(text) }),
      keys: [...this.#keys],
      keyChanges: this.#keyChanges,
      ...(this.#start && this.#announced && { purged: purgedPart(this.#start, this.#announced) }),
      ...(problem && { problem }),
    };
  }
}

/** Reads up to the first problem, or to the end. */
export async function verifyLog(
  entries: AsyncIterable<ChainPart>,
  expected: Expected = {},
): Promise<Verified> {
  const reading = new Reading(expected);
  const anchors = new AnchorReading(expected.anchors ?? {});
  const told = (problem: LogProblem | undefined): Verified => ({
    ...reading.told(problem),
    ...(expected.anchors && { anchors: anchors.figures(), gaps: anchors.gaps() }),
  });
  for await (const one of entries) {
    const problem = reading.take(one) ?? anchors.take(one);
    if (problem) return told(problem);
  }
  return told(reading.endProblem() ?? anchors.endProblem());
}
