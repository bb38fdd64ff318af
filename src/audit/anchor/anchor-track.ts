import { HOUR, MINUTE } from '../../conventions/time.ts';
import type { Checkpoint, WitnessKey } from '../../formats/tlog/index.ts';
import type { AnchorKind } from '../ports/anchors.ts';
import type { SealStatement } from '../statement.ts';
import type { FolderAnchor } from './anchor-file.ts';

/** How long after a seal its anchor may be made. */
const IN_TIME = HOUR;

/** A seal without an anchor is no fault before this age. */
const YOUNG = 2 * HOUR;

/** How far the clocks of the server and of an authority may differ. */
export const CLOCKS = 5 * MINUTE;

export interface ExpectedWitness {
  readonly key: WitnessKey;
  /** The name of the log, as the witness knows it. */
  readonly origin: string;
}

/** What the verifier knows from other sources than the audit log. */
export interface ExpectedAnchors {
  /** Everything in the folder; absent if it is not checked. */
  readonly folder?: readonly FolderAnchor[];
  /** DER certificates of the trusted authorities; absent if time stamps are not checked. */
  readonly roots?: readonly Uint8Array[];
  /** Witnesses and the name of the log; absent if cosignatures are not checked. */
  readonly witnesses?: readonly ExpectedWitness[];
  /** How many of the witnesses must have cosigned in time; default: all. */
  readonly quorum?: number;
  /** Newest checkpoints, as they were fetched from the witnesses: they must be of this log. */
  readonly witnessed?: readonly Checkpoint[];
  /** From when on seals must be anchored; default: from the first anchor on. */
  readonly since?: number;
  /** Numbers of the first seals of gaps, and of seals with an older anchor, that the verifier knows and accepts. */
  readonly knownGaps?: readonly number[];
}

/** A seal whose first anchor was made too late, or is older than the seal or the anchors before it. */
export interface AnchorGap {
  readonly kind: AnchorKind;
  /** Id of the key of a witness. */
  readonly witness?: string;
  /** The first seal that was not anchored in time, and its time. */
  readonly seal: number;
  readonly sealTime: string;
  /** The time of the anchor that covers it; absent if there is none. */
  readonly anchorTime?: string;
  readonly isOlder?: true;
}

/** What the anchors of one kind prove. */
export interface AnchorFigures {
  readonly kind: AnchorKind;
  /** Id of the key of a witness. */
  readonly witness?: string;
  readonly count: number;
  /** The first and the last seal with an anchor. */
  readonly first?: number;
  readonly last?: number;
  /** The time of the last anchor. */
  readonly lastTime?: string;
}

export interface AnchorProblem {
  readonly entry: number;
  readonly changeId?: string;
  readonly seal: number;
  readonly text: string;
}

/** A seal as it was read, with the first event that it covers. */
export interface ReadSeal {
  readonly statement: SealStatement;
  /** The statement as it was signed. */
  readonly text: string;
  readonly head: string;
  readonly at: number;
  /** Its position in the export. */
  readonly entry: number;
  readonly changeId?: string;
}

/** An anchor of a seal that was read. */
interface Anchor {
  readonly seal: number;
  readonly at: number;
}

const KIND_NAMES: Readonly<Record<AnchorKind, string>> = {
  folder: 'the anchor folder',
  rfc3161: 'time stamps',
  witness: 'cosignatures of a witness',
};

interface Given {
  readonly anchor: Anchor;
  readonly sealedAt: number;
  /** The anchor before. */
  readonly before: Anchor | undefined;
}

/** The rules for an anchor of a seal that is in the audit log, each with its message. */
const RULES: readonly (readonly [(given: Given) => boolean, string])[] = [
  [
    ({ anchor, sealedAt }) => anchor.at >= sealedAt - CLOCKS,
    'has an anchor that is more than five minutes older than the seal: a clock was wrong, or the seal was replaced',
  ],
  [
    ({ anchor, before }) => before === undefined || anchor.at >= before.at - CLOCKS,
    'has an older anchor than a seal before it: the audit log was shorter for a while, so a part was replaced',
  ],
];

const NONE = (kind: AnchorKind) =>
  `there are no anchors (${KIND_NAMES[kind]}), so nothing shows when the seals were made`;
const LATE = (kind: AnchorKind) =>
  `no anchor was made within an hour of this seal (${KIND_NAMES[kind]}): the authority or the folder was away, or the audit log was replaced from here on`;

const isoOf = (at: number) => new Date(at).toISOString();

/** The anchors of one kind, in the order of the seals. */
export class Track {
  readonly kind: AnchorKind;
  readonly #who: { readonly kind: AnchorKind; readonly witness?: string };
  readonly #expected: ExpectedAnchors;
  #count = 0;
  #first: number | undefined;
  #last: Anchor | undefined;
  /** The oldest seal that no anchor covers yet. */
  #open: ReadSeal | undefined;
  /** The first seal that needs an anchor. */
  #required: ReadSeal | undefined;
  readonly gaps: AnchorGap[] = [];

  constructor(kind: AnchorKind, expected: ExpectedAnchors, witness?: string) {
    this.kind = kind;
    this.#who = { kind, ...(witness !== undefined && { witness }) };
    this.#expected = expected;
  }

  /** The event from which on nothing is known to be anchored. */
  get open(): ReadSeal | undefined {
    return this.#open;
  }

  takeSeal(seal: ReadSeal): void {
    this.#open ??= seal;
    const { since } = this.#expected;
    const isRequired = this.#first !== undefined || (since !== undefined && seal.at >= since);
    if (isRequired) this.#required ??= seal;
  }

  takeAnchor(anchor: Anchor, seal: ReadSeal): AnchorProblem | undefined {
    const given = { anchor, sealedAt: seal.at, before: this.#last };
    const broken = RULES.find(([holds]) => !holds(given));
    if (broken) {
      const { seal: number, sealTime } = seal.statement;
      this.gaps.push({ ...this.#who, seal: number, sealTime, anchorTime: isoOf(anchor.at), isOlder: true });
      if (!this.#isKnown(number)) return placed(this.#open ?? seal, `the seal ${broken[1]}`, seal);
    }
    const late = this.#gap(anchor.at, anchor.at);
    this.#count += 1;
    this.#first ??= anchor.seal;
    this.#last = anchor;
    this.#open = undefined;
    this.#required = undefined;
    return late;
  }

  #isKnown(seal: number): boolean {
    return this.#expected.knownGaps?.includes(seal) ?? false;
  }

  /** A gap that ends with an anchor at `by`, or at the end of the audit log. */
  #gap(by: number, anchorAt?: number): AnchorProblem | undefined {
    const seal = this.#required;
    if (!seal) return undefined;
    if (by <= seal.at + (anchorAt === undefined ? YOUNG : IN_TIME)) return undefined;
    const { seal: number, sealTime } = seal.statement;
    const anchorTime = anchorAt === undefined ? {} : { anchorTime: isoOf(anchorAt) };
    this.gaps.push({ ...this.#who, seal: number, sealTime, ...anchorTime });
    if (this.#isKnown(number)) return undefined;
    return placed(seal, LATE(this.kind), seal);
  }

  end(last: ReadSeal | undefined, now: number, firstSealedAt: number | undefined): AnchorProblem | undefined {
    if (!last) return undefined;
    if (this.#count === 0 && firstSealedAt !== undefined && now > firstSealedAt + YOUNG)
      return placed(this.#open ?? last, NONE(this.kind), last);
    return this.#gap(now);
  }

  figures(): AnchorFigures {
    const last = this.#last && { last: this.#last.seal, lastTime: isoOf(this.#last.at) };
    return {
      ...this.#who,
      count: this.#count,
      ...(this.#first !== undefined && { first: this.#first }),
      ...last,
    };
  }
}

export function placed({ entry, changeId }: ReadSeal, text: string, { statement }: ReadSeal): AnchorProblem {
  return { entry, ...(changeId !== undefined && { changeId }), seal: statement.seal, text };
}
