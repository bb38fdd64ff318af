import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export interface Told {
  readonly status: number | undefined;
  readonly body: unknown;
}

/** A client with one kept-alive connection. It sends requests until no new connection can be made. */
export class KeepAliveClient {
  readonly #url: string;
  readonly #asked: Asked;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly told: Told[] = [];
  /**
   * Requests that got no whole answer on a connection with earlier answers. A new connection may be reset
   * before it is accepted, which is how a listener that closes refuses it.
   */
  dropped = 0;

  constructor(url: string, asked: Asked) {
    this.#url = url;
    this.#asked = asked;
  }

  async askUntilRefused(pause: () => Promise<unknown>): Promise<void> {
    let isRefused = false;
    while (!isRefused) {
      try {
        this.told.push(await this.#ask());
      } catch (error) {
        isRefused = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
      }
      await pause();
    }
    this.#agent.destroy();
  }

  async #ask(): Promise<Told> {
    const { method, path, headers = {}, body } = this.#asked;
    const sent = request(`${this.#url}${path}`, {
      method,
      agent: this.#agent,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    });
    sent.end(body && JSON.stringify(body));
    let isAnswered = false;
    try {
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      isAnswered = true;
      return { status: response.statusCode, body: await json(response) };
    } catch (error) {
      if (sent.reusedSocket || isAnswered) this.dropped += 1;
      throw error;
    }
  }
}
