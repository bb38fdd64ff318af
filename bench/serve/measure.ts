import { clientOf, READERS, readSide } from '../harness/clients.ts';
import { type Batch, measure, type Series } from '../harness/measure.ts';
import { READS, type Read, type Side, type Sides } from './servers.ts';

export const NAMES: Readonly<Record<Read, string>> = {
  snapshot: 'snapshot with its ETag',
  knownSnapshot: 'snapshot that the client has (304)',
  resolve: 'live resolve',
  resolveByUnit: 'live resolve with a unit',
};

/** Sends the same reads to Diptych and to its peer, and does the other work, by turns. */
export async function measureReads<Name extends string = never>(
  { ours, peer }: Sides,
  rounds: number,
  others: Readonly<Record<Name, Batch>> = {} as Record<Name, Batch>,
) {
  const sideOf = async ({ server, requests }: Side) => {
    const client = await clientOf(server, READERS);
    return (read: Read) => readSide(client, requests[read]);
  };
  const [own, other] = [await sideOf(ours), await sideOf(peer)];
  const sides = READS.flatMap((read): [string, Batch][] => [
    [`ours ${read}`, own(read)],
    [`peer ${read}`, other(read)],
  ]);
  const taken: Readonly<Record<string, Series>> = await measure(
    { ...Object.fromEntries(sides), ...others } as Record<string, Batch>,
    rounds,
  );
  const readsOf = (side: string) =>
    Object.fromEntries(READS.map((read) => [read, taken[`${side} ${read}`]!])) as Record<Read, Series>;
  return { ours: readsOf('ours'), peer: readsOf('peer'), others: taken as Readonly<Record<Name, Series>> };
}
