import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * The state of the connection to a server. `refused`: connections are reset. `silent`: nothing arrives any
 * more and nobody is notified, as with a cut cable.
 */
export type Way = 'open' | 'refused' | 'silent';

interface Pair {
  readonly client: Socket;
  /** The connection to the server, made when the proxy is open. */
  server?: Socket;
}

/** A TCP proxy to a server on this machine that a test can close. */
export class TcpProxy {
  #target: number;
  readonly #pairs = new Set<Pair>();
  #listener: Server;
  #port = 0;
  #way: Way = 'open';

  constructor(target: number) {
    this.#target = target;
    this.#listener = this.#newListener();
  }

  async listen(): Promise<void> {
    this.#listener = this.#newListener();
    await once(this.#listener.listen(this.#port, '127.0.0.1'), 'listening');
    this.#port = (this.#listener.address() as AddressInfo).port;
  }

  /** The address of the server through this proxy. */
  through(url: string): string {
    return Object.assign(new URL(url), { host: `127.0.0.1:${this.#port}` }).href;
  }

  /** Connects clients that come later to another server. Connections that exist stay, as after a change of a name. */
  moveTo(url: string): void {
    this.#target = Number(new URL(url).port);
  }

  async set(way: Way): Promise<void> {
    const before = this.#way;
    this.#way = way;
    if (way === 'refused') this.#refuse();
    if (before === 'refused') await this.listen();
    for (const pair of this.#pairs) this.#follow(pair);
  }

  close(): void {
    this.#refuse();
  }

  #newListener(): Server {
    return createServer({ allowHalfOpen: true }, (client) => {
      const pair: Pair = { client };
      this.#pairs.add(pair);
      this.#watch(pair, client);
      this.#follow(pair);
    });
  }

  #refuse(): void {
    this.#listener.close();
    for (const { client, server } of this.#pairs) {
      client.resetAndDestroy();
      server?.resetAndDestroy();
    }
    this.#pairs.clear();
  }

  /** While the proxy is open, each side receives what the other does. */
  #watch(pair: Pair, socket: Socket): void {
    const other = () => (socket === pair.client ? pair.server : pair.client);
    socket.on('data', (bytes) => other()?.write(bytes));
    socket.on('error', () => {});
    socket.on('end', () => this.#end(pair));
    socket.on('close', () => this.#end(pair));
  }

  #end(pair: Pair): void {
    if (this.#way !== 'open') return;
    this.#pairs.delete(pair);
    pair.client.destroy();
    pair.server?.destroy();
  }

  #follow(pair: Pair): void {
    const { client } = pair;
    if (this.#way === 'silent') {
      client.pause();
      pair.server?.pause();
    }
    if (this.#way !== 'open') return;
    if (client.destroyed || pair.server?.destroyed) this.#end(pair);
    else {
      pair.server ??= this.#connect(pair);
      client.resume();
      pair.server.resume();
    }
  }

  #connect(pair: Pair): Socket {
    const server = connect({ port: this.#target, host: '127.0.0.1', allowHalfOpen: true });
    this.#watch(pair, server);
    return server;
  }
}

/** A proxy to the server at this address. */
export async function proxyTo(url: string): Promise<TcpProxy> {
  const proxy = new TcpProxy(Number(new URL(url).port));
  await proxy.listen();
  return proxy;
}
