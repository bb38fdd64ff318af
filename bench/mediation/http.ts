import { join } from 'node:path';
import { measure, type Series } from '../harness/measure.ts';
import { withProcesses } from '../harness/metered-process.ts';
import { type ReadSide, readSides, writeSides } from './http-sides.ts';
import { rawSides } from './raw-sides.ts';
import { type Servers, startServers } from './servers.ts';
import { FEW_GROUPS, LINES } from './sizes.ts';
import { countGroups, openFilled, openStore } from './store.ts';
import { storeSides } from './store-sides.ts';

/** Counts the groups that the store must contain. */
function counter(from: number) {
  let groups = from;
  return {
    add(more: number) {
      groups += more;
    },
    value: () => groups,
  };
}

/** Throws unless a reopened store contains as many groups as were answered. */
async function requireAll(data: string, groups: number): Promise<void> {
  const { store, close } = await openStore(data);
  const kept = await countGroups(store);
  await close();
  if (kept !== groups) throw new Error(`${groups} groups were answered and ${kept} are kept`);
}

/** Writes over HTTP, by the store alone, and to plain files: in the same rounds and on the same file system. */
async function measureWrites(servers: Servers, folder: string, rounds: number) {
  const byStore = counter(FEW_GROUPS);
  const byHttp = counter(servers.groups);
  const alone = join(folder, 'alone');
  const { store, close } = await openFilled(alone, { groups: FEW_GROUPS, lines: LINES });
  const raw = rawSides(folder);
  const costs = await measure(
    {
      ...raw.sides,
      ...storeSides(store, byStore.add),
      ...(await writeSides(servers, byHttp.add)),
    },
    rounds,
  );
  raw.close();
  await close();
  await requireAll(alone, byStore.value());
  await servers.diptych.kill();
  await requireAll(servers.data, byHttp.value());
  return costs;
}

export type Reads = Readonly<Record<ReadSide, Series>>;
export type Writes = Awaited<ReturnType<typeof measureWrites>>;

/** Measures reads and writes of one server, compared with bare Fastify and plain files. */
export const measureHttp = (folder: string, rounds: number) =>
  withProcesses(async (processes) => {
    const servers = await startServers(processes, folder);
    const reads: Reads = await measure(await readSides(servers), rounds);
    const writes = await measureWrites(servers, folder, rounds);
    return { reads, writes };
  });
