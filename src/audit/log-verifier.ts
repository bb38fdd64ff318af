import { fromHex, toHex, utf8 } from '../conventions/bytes.ts';
import type { ChainPart } from './chain-part.ts';
import { type KeyChange, keyChangeOf } from './key-change.ts';
import { lineProblem, type PlacedLine } from './line-problem.ts';
import type { SealCrypto } from './ports/crypto.ts';
import type { Seal, SealedEntry } from './ports/seals.ts';
import {
  type AnnouncedPurge,
  announcedIn,
  isAnnounced,
  type PurgedPart,
  purgedPart,
  UNANNOUNCED,
} from './purged-part.ts';
import { FIRST_LEFT, NEXT_SEAL, type PreviousSeal, sealProblem, treeAfter } from './seal-rules.ts';
import { parseStatement, type SealStatement } from './statement.ts';
import { EMPTY_TREE, type TreeEdge } from './tree/tree.ts';
import { storedEdge } from './tree-edge.ts';

export interface VerifiedSeals {
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
  readonly purged?: PurgedPart;
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
}

const START: PreviousSeal = { number: 0, lastChangeId: '' };

/** The id, the note or the message of a holder may be missing only after an erasure, which is itself in the audit log. */
function erasureProblem(erased: ReadonlyMap<string, PlacedLine>, erasures: ReadonlySet<string>) {
  const hidden = [...erased].find(([erasureId]) => !erasures.has(erasureId));
  if (!hidden) return undefined;
  const [, { entry, line }] = hidden;
  const text = 'the id of a holder was taken out without an erasure in the audit log';
  return { entry, changeId: line.changeId, text };
}

const UNVOUCHED =
  'the key changed without an announcement by the key before, as anyone with the database could do; if operators vouched for the new key, expect that one';

/**
 * Verifies the audit log part by part, from its beginning or from a seal on. It runs in Node and in browsers, so the
 * cryptography is passed in.
 */
export class LogVerifier {
  #before = START;
  #entry = 0;
  #sealedLines = 0;
  #lines: PlacedLine[] = [];
  #isHeadFound: boolean;
  #isKeyFound = false;
  #unvouched: LogProblem | undefined;
  /** Of the tree up to the previous seal; undefined if the reading began after lines whose tree is not stored. */
  #edge: TreeEdge | undefined = EMPTY_TREE;
  readonly #crypto: SealCrypto;
  readonly #expected: Expected;
  readonly #keys = new Set<string>();
  readonly #keyChanges: KeyChange[] = [];
  readonly #erased = new Map<string, PlacedLine>();
  readonly #erasures = new Set<string>();
  /** The first seal, if the entries up to it are not there. */
  #start: { readonly seal: Seal; readonly head: string } | undefined;
  #announced: AnnouncedPurge | undefined;
  /** The first line whose note or message was erased. */
  #withoutText: PlacedLine | undefined;

  constructor(crypto: SealCrypto, expected: Expected = {}) {
    this.#crypto = crypto;
    this.#expected = expected;
    this.#isHeadFound = expected.head === undefined;
  }

  /** Verifies what follows a seal. */
  static async after(crypto: SealCrypto, seal: Seal): Promise<LogVerifier> {
    const verifier = new LogVerifier(crypto);
    const statement = parseStatement(seal.statement);
    if (!statement) return verifier;
    verifier.#edge = await storedEdge(crypto.sha256, seal);
    await verifier.#goOn(seal, statement);
    return verifier;
  }

  async #goOn({ number, statement: text }: Seal, statement: SealStatement): Promise<void> {
    const head = toHex(await this.#crypto.sha256(utf8(text)));
    this.#before = { number, lastChangeId: statement.lastChangeId, head, statement };
    this.#isHeadFound ||= head === this.#expected.head;
  }

  /** Verifies the next part and resolves with its fault. Wait for it before the next part. */
  async take(part: ChainPart): Promise<LogProblem | undefined> {
    this.#entry += 1;
    if ('line' in part) return this.#takeLine(part.line);
    return 'seal' in part ? this.#takeSeal(part.seal) : undefined;
  }

  #takeLine(line: SealedEntry): LogProblem | undefined {
    const { changeId, subject, subjectId, event } = line;
    const placed = { entry: this.#entry, line };
    if (changeId <= (this.#lines.at(-1)?.line.changeId ?? this.#before.lastChangeId))
      return { entry: this.#entry, changeId, text: 'the line is out of order or repeated' };
    if (line.subjectDigest && !this.#erased.has(subjectId)) this.#erased.set(subjectId, placed);
    if (subject === 'holder' && event === 'erase') this.#erasures.add(subjectId);
    if (line.noteDigest ?? line.messageDigest) this.#withoutText ??= placed;
    this.#lines.push(placed);
    return undefined;
  }

  async #takeSeal(seal: Seal): Promise<LogProblem | undefined> {
    const crypto = this.#crypto;
    const before = this.#before;
    const statement = parseStatement(seal.statement);
    const isFirstLeft = before === START && this.#lines.length === 0 && seal.number > 1;
    const at = { entry: this.#entry, seal: isFirstLeft ? seal.number : before.number + 1 };
    if (!statement) return { ...at, text: 'the seal holds no statement' };
    const rules = isFirstLeft ? FIRST_LEFT : NEXT_SEAL;
    const broken = await sealProblem(rules, { crypto, seal, statement, before });
    if (broken !== undefined) return { ...at, text: broken };
    const wrong = isFirstLeft ? await this.#begin(seal) : await this.#takeStretch(seal, statement);
    if (wrong) return { ...at, ...wrong };
    await this.#takeKey(statement, at);
    await this.#goOn(seal, statement);
    return undefined;
  }

  /** Begins after the entries that this seal covers. */
  async #begin(seal: Seal): Promise<undefined> {
    this.#start = { seal, head: toHex(await this.#crypto.sha256(utf8(seal.statement))) };
    this.#edge = await storedEdge(this.#crypto.sha256, seal);
  }

  /** Compares the lines that a seal covers with what it signs. */
  async #takeStretch(seal: Seal, statement: SealStatement) {
    const { sha256 } = this.#crypto;
    const wrong = await lineProblem(sha256, seal, this.#lines);
    if (wrong) return wrong;
    const { edge, problem } = await treeAfter(sha256, this.#edge, seal, statement);
    if (problem !== undefined) return { text: problem };
    this.#edge = edge;
    this.#sealedLines += this.#lines.length;
    // Not always the last entry: the clock that gave it its place was perhaps far ahead.
    for (const announced of this.#lines.flatMap(({ line }) => announcedIn(line) ?? []))
      if (announced.seal >= (this.#announced?.seal ?? 0)) this.#announced = announced;
    this.#lines = [];
    return undefined;
  }

  async #takeKey(statement: SealStatement, at: Pick<LogProblem, 'entry' | 'seal'>): Promise<void> {
    const key = toHex(await this.#crypto.sha256(fromHex(statement.key)));
    const change = await keyChangeOf(this.#crypto, statement, this.#before.statement);
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
    if (!this.#isHeadFound)
      return {
        ...at,
        text: 'the expected seal is missing: the end was cut off, or the audit log was replaced',
      };
    const { key } = this.#expected;
    if (this.#start && !this.#purged()) return { entry: 1, seal: this.#start.seal.number, text: UNANNOUNCED };
    const isYoung = key === NO_KEY && this.#before.number === 0;
    if (key !== undefined && !isYoung && !this.#isKeyFound)
      return {
        ...at,
        text: 'no seal is signed by the expected key: the key is of another server, or the audit log was replaced',
      };
    return this.#unvouched ?? erasureProblem(this.#erased, this.#erasures) ?? this.#textProblem();
  }

  /** The line of an erased text does not name its holder, so any erasure is accepted as the explanation. */
  #textProblem(): LogProblem | undefined {
    if (!this.#withoutText || this.#erasures.size > 0) return undefined;
    const { entry, line } = this.#withoutText;
    return {
      entry,
      changeId: line.changeId,
      text: 'a note or message was taken out without an erasure in the audit log',
    };
  }

  /** The purge that explains the missing beginning. */
  #purged(): PurgedPart | undefined {
    const [start, announced] = [this.#start, this.#announced];
    if (!start || !announced || !isAnnounced(start.seal, start.head, announced)) return undefined;
    return purgedPart(start.seal, announced);
  }

  /** What was verified so far. */
  result(problem?: LogProblem): VerifiedSeals {
    const { number: seals, head } = this.#before;
    const purged = this.#purged();
    return {
      seals,
      sealedLines: this.#sealedLines,
      unsealedLines: this.#lines.length,
      ...(head !== undefined && { head }),
      keys: [...this.#keys],
      keyChanges: this.#keyChanges,
      ...(purged && { purged }),
      ...(problem && { problem }),
    };
  }
}
