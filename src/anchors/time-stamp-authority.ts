import { hash } from 'node:crypto';
import { type Anchored, AnchorFault, type AnchorPlace } from '../audit/ports/anchors.ts';
import type { Seal } from '../audit/ports/seals.ts';
import { type Endpoint, faultOf, faultOfStatus, transport } from '../connector/index.ts';
import { type Clock, MINUTE, SECOND } from '../conventions/time.ts';
import {
  encodeTimeStampRequest,
  TimeStampError,
  tokenInResponse,
  verifyTimeStamp,
} from '../formats/tsp/index.ts';

/** Time limit of a request. */
const PATIENCE = 10 * SECOND;

/** A token whose time differs more from the clock of the server is refused. */
const CLOCKS = 5 * MINUTE;

/** Bytes. Tokens with a long chain have less than 10 KiB. */
const LARGEST_ANSWER = 64 * 1024;

/** All authorities take nonces of this size. */
const NONCE_BYTES = 8;

interface AuthorityOptions {
  readonly endpoint: Endpoint;
  /** DER: certificates of the trusted roots. */
  readonly roots: readonly Uint8Array[];
  /** OBJECT IDENTIFIER of the required policy. */
  readonly policy?: string;
  readonly every: number;
  readonly clock: Clock;
  readonly random: (target: Uint8Array) => Uint8Array;
}

/** A client of a time-stamp authority (RFC 3161, section 3.4). Every token is verified before it is stored. */
export function timeStampAuthority(options: AuthorityOptions): AnchorPlace {
  const { endpoint, roots, policy, every, clock, random } = options;
  const media = { type: 'application/timestamp-query', accept: 'application/timestamp-reply' };
  const { post, close } = transport(endpoint, PATIENCE, { ...media, largest: LARGEST_ANSWER });

  // The transport cuts a slash at the end of its base address.
  const path = endpoint.url.endsWith('/') ? '/' : '';

  async function ask(request: Uint8Array): Promise<Uint8Array> {
    const signal = AbortSignal.timeout(PATIENCE);
    try {
      const { status, body } = await post(path, request, signal);
      if (status === 200) return body;
      throw new AnchorFault(faultOfStatus(status));
    } catch (error) {
      if (error instanceof AnchorFault) throw error;
      throw new AnchorFault(signal.aborted ? 'timeLimit' : faultOf(error).code, { cause: error });
    }
  }

  async function anchor({ statement }: Seal): Promise<Anchored> {
    const imprint = hash('sha256', statement, 'buffer');
    const nonce = random(new Uint8Array(NONCE_BYTES));
    const required = { imprint, nonce, ...(policy !== undefined && { policy }) };
    const answer = await ask(encodeTimeStampRequest(required));
    try {
      const token = tokenInResponse(answer);
      const { time } = verifyTimeStamp(token, { ...required, roots });
      if (Math.abs(time - clock()) > CLOCKS) throw new AnchorFault('otherClock');
      return { timeStamp: { authority: endpoint.url, token } };
    } catch (error) {
      if (error instanceof TimeStampError) throw new AnchorFault(error.code, { cause: error });
      throw error;
    }
  }

  return { kind: 'rfc3161', name: endpoint.url, every, anchor, close };
}
