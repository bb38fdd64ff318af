import { hash } from 'node:crypto';
import { TimeStampError, verifyTimeStamp } from '../../formats/tsp/index.ts';
import type { ChainPart } from '../chain-part.ts';
import { sha256 } from '../node-crypto.ts';
import type { AnchorKind, TimeStamp } from '../ports/anchors.ts';
import type { Seal } from '../ports/seals.ts';
import { parseStatement } from '../statement.ts';
import type { FolderAnchor } from './anchor-file.ts';
import {
  type AnchorFigures,
  type AnchorGap,
  type AnchorProblem,
  CLOCKS,
  type ExpectedAnchors,
  placed,
  type ReadSeal,
  Track,
} from './anchor-track.ts';
import { WitnessReading } from './check-witnesses.ts';

const NOT_THERE =
  'an anchor is of a seal that is not in the audit log: its end was cut off, it was replaced, or this export is older than the anchor';
/** Checks the anchors while the audit log is read. */
export class AnchorReading {
  readonly #expected: ExpectedAnchors;
  readonly #tracks: Partial<Record<AnchorKind, Track>>;
  readonly #witnesses: WitnessReading;
  /** Anchors of the folder that were not found in the audit log yet, by the number of their seals. */
  readonly #folder = new Map<number, readonly FolderAnchor[]>();
  /** By the number of such a seal: the first seal that the folder did not cover there. */
  readonly #suspects = new Map<number, ReadSeal>();
  #entry = 0;
  /** The first line behind the last seal. */
  #behind: { readonly entry: number; readonly changeId: string } | undefined;
  /** The time of the newest entry. */
  #now = 0;
  #firstSealedAt: number | undefined;
  #last: ReadSeal | undefined;

  constructor(expected: ExpectedAnchors) {
    this.#expected = expected;
    this.#tracks = {
      ...(expected.folder && { folder: new Track('folder', expected) }),
      ...(expected.roots && { rfc3161: new Track('rfc3161', expected) }),
    };
    this.#witnesses = new WitnessReading(expected);
    for (const anchor of expected.folder ?? [])
      this.#folder.set(anchor.seal, [...(this.#folder.get(anchor.seal) ?? []), anchor]);
  }

  /** Takes the next entry of an audit log whose seals verify up to there. */
  take(one: ChainPart): AnchorProblem | undefined {
    this.#entry += 1;
    if ('timeStamp' in one) return this.#takeTimeStamp(one.timeStamp);
    if ('cosignature' in one)
      return this.#witnesses.takeCosignature(one.cosignature, this.#last, this.#entry);
    if ('seal' in one) return this.#takeSeal(one.seal);
    this.#behind ??= { entry: this.#entry, changeId: one.line.changeId };
    this.#now = Math.max(this.#now, one.line.at);
    return undefined;
  }

  #takeSeal({ statement: text }: Seal): AnchorProblem | undefined {
    const statement = parseStatement(text);
    if (!statement) return undefined;
    const { changeId } = this.#behind ?? {};
    const place = { entry: this.#entry, ...(changeId !== undefined && { changeId }) };
    const seal = { ...place, statement, text, head: sha256(text), at: Date.parse(statement.sealTime) };
    if (this.#last === undefined) this.#beginAt(statement.seal);
    this.#last = seal;
    this.#behind = undefined;
    this.#now = Math.max(this.#now, seal.at);
    this.#firstSealedAt ??= seal.at;
    this.#excuse(seal);
    for (const track of Object.values(this.#tracks)) track.takeSeal(seal);
    this.#witnesses.takeSeal(seal);
    const { folder } = this.#tracks;
    return folder && this.#takeFolder(folder, seal);
  }

  /** Seals before the first one were purged; that this was announced is checked with the seals. */
  #beginAt(first: number): void {
    for (const number of this.#folder.keys()) if (number < first) this.#folder.delete(number);
  }

  /** A reset names the last seal that is missing, so the anchors of the missing seals are explained. */
  #excuse({ statement: { seal, reset }, at: resetAt }: ReadSeal): void {
    const { seen } = reset ?? {};
    if (!seen) return;
    for (const [number, anchors] of this.#folder) {
      const isNamed = number >= seal && number <= seen.seal;
      if (isNamed)
        this.#folder.set(
          number,
          anchors.filter(({ at }) => at > resetAt + CLOCKS),
        );
    }
  }

  #takeFolder(track: Track, seal: ReadSeal): AnchorProblem | undefined {
    const { seal: number } = seal.statement;
    const anchors = this.#folder.get(number) ?? [];
    const own = anchors.find(({ head }) => head === seal.head);
    const others = anchors.filter((anchor) => anchor !== own);
    // A reset may follow that explains them.
    this.#folder.set(number, others);
    if (others.length > 0) this.#suspects.set(number, track.open ?? seal);
    return own && track.takeAnchor(own, seal);
  }

  #takeTimeStamp({ seal: number, token }: TimeStamp): AnchorProblem | undefined {
    const seal = this.#last;
    const { roots } = this.#expected;
    const { rfc3161: track } = this.#tracks;
    if (!seal || seal.statement.seal !== number)
      return { entry: this.#entry, seal: number, text: 'the time stamp does not follow its seal' };
    if (!roots || !track) return undefined;
    try {
      const imprint = hash('sha256', seal.text, 'buffer');
      const { time } = verifyTimeStamp(token, { imprint, roots });
      return track.takeAnchor({ seal: number, at: time }, seal);
    } catch (error) {
      if (!(error instanceof TimeStampError)) throw error;
      const text = `the time stamp of the seal does not verify: ${error.message}`;
      return placed(track.open ?? seal, text, seal);
    }
  }

  /** An anchor of the folder whose seal is not in the audit log. */
  #missing(): AnchorProblem | undefined {
    const [missing] = [...this.#folder.values()].flat().sort((one, other) => one.seal - other.seal);
    if (!missing) return undefined;
    const at = this.#suspects.get(missing.seal) ?? this.#tracks.folder?.open ?? this.#behind;
    const { entry = this.#entry, changeId } = at ?? {};
    const text = `${NOT_THERE} (${missing.file})`;
    return { entry, ...(changeId !== undefined && { changeId }), seal: missing.seal, text };
  }

  /** Problems that can only be found at the end. */
  endProblem(): AnchorProblem | undefined {
    const missing = this.#missing();
    if (missing) return missing;
    for (const track of Object.values(this.#tracks)) {
      const problem = track.end(this.#last, this.#now, this.#firstSealedAt);
      if (problem) return problem;
    }
    return this.#witnesses.endProblem(this.#last, this.#now, this.#firstSealedAt);
  }

  figures(): readonly AnchorFigures[] {
    return [...Object.values(this.#tracks).map((track) => track.figures()), ...this.#witnesses.figures()];
  }

  gaps(): readonly AnchorGap[] {
    return [...Object.values(this.#tracks).flatMap((track) => track.gaps), ...this.#witnesses.gaps()];
  }
}
