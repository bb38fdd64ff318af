import { Client } from 'pg';

/** The statements that one connection sends before anything is answered. */
export type RoundTrip = readonly string[];

/** Records the round trips of all connections of this process to PostgreSQL, and which of them are in a transaction. */
export function watchRoundTrips() {
  const original = Client.prototype.query;
  const watched = new WeakSet<Client>();
  const inTransaction = new Set<Client>();
  const texts: string[] = [];
  let trips: string[][] = [];

  /** What is written counts, and not the call, because a client can keep a statement back. */
  function watch(client: Client): void {
    if (watched.has(client)) return;
    watched.add(client);
    const { stream } = client.connection;
    const write = stream.write.bind(stream) as (...args: readonly unknown[]) => boolean;
    let trip: string[] | undefined;
    stream.on('data', () => {
      trip = undefined;
    });
    stream.write = (...args: readonly unknown[]) => {
      if (trip === undefined) {
        trip = [];
        trips.push(trip);
      }
      trip.push(...texts.splice(0));
      return write(...args);
    };
  }

  Client.prototype.query = function query(
    this: Client,
    ...args: [string | { readonly text: string }, ...unknown[]]
  ) {
    watch(this);
    const [config] = args;
    const text = typeof config === 'string' ? config : config.text;
    texts.push(text);
    if (text.startsWith('begin')) inTransaction.add(this);
    if (text === 'commit' || text === 'rollback') inTransaction.delete(this);
    return original.apply(this, args as never);
  } as Client['query'];

  return {
    /** Those since the last call. */
    taken(): readonly RoundTrip[] {
      const taken = trips;
      trips = [];
      return taken;
    },
    /** Number of transactions of which no end was sent. */
    open: () => inTransaction.size,
    stop() {
      Client.prototype.query = original;
    },
  };
}
