import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { readAllInSlices } from './reading.ts';
import { hasTime, inLaterTurn } from './turn-time.ts';

const EXCHANGES = Symbol('exchanges');

declare module 'node:net' {
  interface Socket {
    [EXCHANGES]?: Exchanges;
  }
}

export type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Something that has its turn after the answers to earlier requests. */
interface Waiting {
  /** Absent for what Node could not read. */
  readonly response?: ServerResponse;
  readonly begin: () => void;
}

/** A client that has more requests waiting than this is no usual client. */
const FEW = 16;

/**
 * The requests of one connection. Node reads all that arrive together (RFC 9112 9.3.2). Each begins when the client has
 * taken the answer to the one before it, and in a later turn of the event loop.
 */
export class Exchanges {
  /** Whether the connection is being closed. Requests that did not begin until then are ignored (RFC 9112 9.6). */
  isEnding = false;
  #current: ServerResponse | undefined;
  readonly #waiting: Waiting[] = [];
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  static of(socket: Socket): Exchanges {
    socket[EXCHANGES] ??= new Exchanges(socket);
    return socket[EXCHANGES];
  }

  /** A response loses its connection when it was sent. */
  get #isAnswered(): boolean {
    return this.#current === undefined || this.#current.socket === null;
  }

  /** The exchange that has its turn; undefined as soon as its request is complete and answered. */
  get open(): ServerResponse | undefined {
    return this.#isAnswered && this.#current?.req.complete !== false ? undefined : this.#current;
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Whether the client may have sent something that was not read. */
  get hasMore(): boolean {
    return this.open !== undefined || this.hasWaiting || this.#socket.isPaused();
  }

  begin(response: ServerResponse, handle: Handle): void {
    if (this.isEnding || this.#socket.destroyed) return;
    const begin = () => {
      if (!this.isEnding && !this.#socket.destroyed) handle(response.req, response);
    };
    if (this.hasWaiting || !this.#isAnswered) this.#wait({ response, begin });
    else {
      this.#current = response;
      if (hasTime()) begin();
      else inLaterTurn(begin);
    }
  }

  /** Calls `refuse` for what cannot be read, after earlier requests are answered, with the exchange that it belongs to. */
  refuse(refuse: (open?: ServerResponse) => void): void {
    const last = this.#waiting.at(-1);
    const { response, begin } = last ?? {};
    // Its head may be refused, like that of a request whose body arrives later.
    if (begin && response?.req.complete === false)
      this.#waiting.splice(-1, 1, {
        response,
        begin: () => {
          begin();
          inLaterTurn(() => refuse(this.open));
        },
      });
    else if (last || this.open?.req.complete === true) this.#wait({ begin: refuse });
    else refuse(this.open);
  }

  #wait(one: Waiting): void {
    if (!this.hasWaiting) this.#current?.once('close', this.#next);
    this.#waiting.push(one);
    this.#socket.pause();
    if (this.#waiting.length > FEW) readAllInSlices();
  }

  readonly #next = () => {
    const next = this.#waiting.shift();
    if (next === undefined || this.#socket.destroyed) return;
    if (next.response) this.#current = next.response;
    if (this.hasWaiting) next.response?.once('close', this.#next);
    else this.#socket.resume();
    inLaterTurn(next.begin);
  };
}
