import { type Step, signedCheckpoint, stepFrom } from '../audit/index.ts';
import { AnchorFault, type AnchorPlace } from '../audit/ports/anchors.ts';
import type { AuditStore } from '../audit/ports/log.ts';
import type { SealCustody } from '../audit/ports/seals.ts';
import { type Endpoint, faultOf, faultOfStatus, transport } from '../connector/index.ts';
import { type Clock, MINUTE, SECOND } from '../conventions/time.ts';
import { cosignedAt, type WitnessKey } from '../formats/tlog/index.ts';

/** Time limit of a request. */
const PATIENCE = 10 * SECOND;

/** A cosignature whose time differs more from the clock of the server is refused. */
const CLOCKS = 5 * MINUTE;

/** Bytes. A witness may answer with several signatures of up to 5 kB. */
const LARGEST_ANSWER = 64 * 1024;

/** Requests for one anchor: steps to a seal that is far, and answers that name another size. */
const MOST_REQUESTS = 20;

interface WitnessOptions {
  /** Its URL is the submission prefix of the witness. */
  readonly endpoint: Endpoint;
  readonly witness: WitnessKey;
  /** The name of this audit log, unique in the world. */
  readonly origin: string;
  readonly every: number;
  readonly clock: Clock;
  readonly store: AuditStore;
  readonly custody: SealCustody;
}

/** What the witness says by its status (C2SP tlog-witness, add-checkpoint). */
const FAULTS: Readonly<Record<number, string>> = {
  403: 'logKeyNotTrusted',
  404: 'unknownOrigin',
  422: 'otherLog',
};

const SIZE = /^(0|[1-9][0-9]{0,15})\n$/;

/** A client of a witness (C2SP tlog-witness). Every cosignature is verified before it is stored. */
export function witness(options: WitnessOptions): AnchorPlace {
  const { endpoint, witness: key, origin, every, clock, store, custody } = options;
  const media = { type: 'text/plain; charset=utf-8', accept: '*/*', largest: LARGEST_ANSWER };
  const { post, close } = transport(endpoint, PATIENCE, media);
  /** The size of the last checkpoint that the witness is known to have. */
  let size = 0;

  async function send(body: string) {
    const signal = AbortSignal.timeout(PATIENCE);
    try {
      const answer = await post('/add-checkpoint', Buffer.from(body, 'utf8'), signal);
      return { status: answer.status, text: Buffer.from(answer.body).toString('utf8') };
    } catch (error) {
      throw new AnchorFault(signal.aborted ? 'timeLimit' : faultOf(error).code, { cause: error });
    }
  }

  function checked(lines: string, { tree }: Step): void {
    const root = Buffer.from(tree.root, 'hex');
    const time = cosignedAt({ origin, size: tree.size, root }, lines, key);
    if (time === undefined) throw new AnchorFault('wrongCosignature');
    if (Math.abs(time - clock()) > CLOCKS) throw new AnchorFault('otherClock');
  }

  /** Sends one step. Resolves with the note, or with nothing if the witness has another checkpoint than expected. */
  async function cosign(step: Step): Promise<string | undefined> {
    const note = await signedCheckpoint(custody, origin, step.tree);
    const proof = step.proof.map((node) => `${Buffer.from(node).toString('base64')}\n`).join('');
    const { status, text } = await send(`old ${size}\n${proof}\n${note}`);
    if (status === 409) {
      const [, other] = SIZE.exec(text) ?? [];
      if (other === undefined || Number(other) === size) throw new AnchorFault('wrongAnswer');
      size = Number(other);
      return undefined;
    }
    if (status !== 200) throw new AnchorFault(FAULTS[status] ?? faultOfStatus(status));
    checked(text, step);
    size = step.tree.size;
    return note + text;
  }

  return {
    kind: 'witness',
    name: endpoint.url,
    every,
    async anchor(seal) {
      try {
        for (let request = 0; request < MOST_REQUESTS; request += 1) {
          const step = await stepFrom(store, size, seal);
          const note = await cosign(step);
          if (note !== undefined && step.seal.number === seal.number)
            return { cosignature: { witness: key.id, note } };
        }
        throw new AnchorFault('tooFarBehind');
      } catch (error) {
        // The next attempt asks the witness again.
        size = 0;
        throw error;
      }
    },
    close,
  };
}
