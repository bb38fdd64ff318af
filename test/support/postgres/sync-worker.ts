import { type MessagePort, workerData } from 'node:worker_threads';
import pg from 'pg';

const { signal, port } = workerData as { readonly signal: Int32Array; readonly port: MessagePort };

pg.types.setTypeParser(20, Number);

const MAX_CLIENTS = 4;
const clients = new Map<string, pg.Client>();

async function clientFor(url: string): Promise<pg.Client> {
  const known = clients.get(url);
  if (known) return known;
  if (clients.size >= MAX_CLIENTS) {
    const [[oldest, client] = []] = clients;
    if (oldest !== undefined) clients.delete(oldest);
    await client?.end();
  }
  const client = new pg.Client({ connectionString: url });
  // If a test drops a database, its connections end.
  client.on('error', () => clients.delete(url));
  await client.connect();
  clients.set(url, client);
  return client;
}

interface Asked {
  readonly id: number;
  readonly url: string;
  readonly sql: string;
  readonly values: unknown[];
}

async function answer({ id, url, sql, values }: Asked): Promise<object> {
  try {
    const client = await clientFor(url);
    return { id, rows: (await client.query(sql, values)).rows };
  } catch (error) {
    return { id, fault: error instanceof Error ? error.message : String(error) };
  }
}

port.on('message', (asked: Asked) => {
  void answer(asked).then((answered) => {
    port.postMessage(answered);
    Atomics.add(signal, 0, 1);
    Atomics.notify(signal, 0);
  });
});
