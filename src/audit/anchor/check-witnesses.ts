import { type Checkpoint, cosignedAt, parseCheckpoint } from '../../formats/tlog/index.ts';
import type { Cosignature } from '../ports/anchors.ts';
import {
  type AnchorFigures,
  type AnchorGap,
  type AnchorProblem,
  type ExpectedAnchors,
  type ExpectedWitness,
  placed,
  type ReadSeal,
  Track,
} from './anchor-track.ts';

interface Watched {
  readonly expected: ExpectedWitness;
  readonly track: Track;
  /** What is wrong first. Another witness can make up for it. */
  problem?: AnchorProblem;
}

const nameOf = ({ size, root }: Omit<Checkpoint, 'origin'>) => `${size} ${Buffer.from(root).toString('hex')}`;

/** Checks the cosignatures of witnesses while the audit log is read: enough witnesses must have seen all of it in time. */
export class WitnessReading {
  readonly #watched: readonly Watched[];
  readonly #quorum: number;
  /** Checkpoints from outside whose tree was not found in the audit log yet, by name. */
  readonly #missing: Map<string, Checkpoint>;

  constructor(expected: ExpectedAnchors) {
    const { witnesses = [], quorum = witnesses.length, witnessed = [] } = expected;
    this.#watched = witnesses.map((one) => ({
      expected: one,
      track: new Track('witness', expected, one.key.id),
    }));
    this.#quorum = quorum;
    this.#missing = new Map(witnessed.map((checkpoint) => [nameOf(checkpoint), checkpoint]));
  }

  takeSeal(seal: ReadSeal): void {
    const { tree } = seal.statement;
    if (tree) this.#missing.delete(`${tree.size} ${tree.root}`);
    for (const { track } of this.#watched) track.takeSeal(seal);
  }

  takeCosignature(
    { seal: number, witness, note }: Cosignature,
    seal: ReadSeal | undefined,
    entry: number,
  ): AnchorProblem | undefined {
    if (!seal || seal.statement.seal !== number)
      return { entry, seal: number, text: 'the cosignature does not follow its seal' };
    const watched = this.#watched.find(({ expected }) => expected.key.id === witness);
    if (!watched) return undefined;
    const { expected, track } = watched;
    const at = timeOf(note, expected, seal);
    const problem =
      at === undefined
        ? placed(track.open ?? seal, `the cosignature of ${witness} does not verify`, seal)
        : track.takeAnchor({ seal: number, at }, seal);
    if (problem) watched.problem ??= problem;
    return undefined;
  }

  /** A quorum of witnesses is enough, so their problems count only at the end. */
  endProblem(
    last: ReadSeal | undefined,
    now: number,
    firstSealedAt: number | undefined,
  ): AnchorProblem | undefined {
    const [missing] = this.#missing.values();
    if (missing) {
      const { entry = 0, statement } = last ?? {};
      const text = `a witness saw ${missing.size} events of a log that is not this one: its end was cut off, it was replaced, or this export is older`;
      return { entry, seal: statement?.seal ?? 0, text };
    }
    const problems = this.#watched.flatMap(
      ({ problem, track }) => problem ?? track.end(last, now, firstSealedAt) ?? [],
    );
    return this.#watched.length - problems.length < this.#quorum ? problems[0] : undefined;
  }

  figures(): readonly AnchorFigures[] {
    return this.#watched.map(({ track }) => track.figures());
  }

  gaps(): readonly AnchorGap[] {
    return this.#watched.flatMap(({ track }) => track.gaps);
  }
}

/** When the witness saw the tree of the seal; undefined if the note does not show it. */
function timeOf(note: string, { key, origin }: ExpectedWitness, { statement }: ReadSeal): number | undefined {
  const { tree } = statement;
  const parsed = parseCheckpoint(note);
  if (!parsed || !tree) return undefined;
  const own = { origin, size: tree.size, root: Buffer.from(tree.root, 'hex') };
  if (parsed.checkpoint.origin !== origin || nameOf(parsed.checkpoint) !== nameOf(own)) return undefined;
  return cosignedAt(own, parsed.signatures, key);
}
