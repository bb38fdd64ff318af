import { measure, type Series } from '../harness/measure.ts';
import { withProcesses } from '../harness/metered-process.ts';
import { limits } from '../mso/limits.ts';
import type { Sizes } from '../mso/sizes.ts';
import { requireKept } from './check.ts';
import { type Custody, primitivesWith } from './custodies.ts';
import { floorSides } from './floor-sides.ts';
import { startServers } from './servers.ts';
import { sidesOf } from './sides.ts';

type Side =
  | keyof Awaited<ReturnType<typeof primitivesWith>>['sides']
  | keyof ReturnType<typeof floorSides>['sides']
  | keyof Awaited<ReturnType<typeof sidesOf>>;

/** A server whose keys are in one place. */
export interface MeasuredCustody {
  readonly name: string;
  readonly sizes: Sizes;
  readonly costs: Readonly<Record<Side, Series>>;
  readonly limit: ReturnType<typeof limits>;
}

/** Measures a server with its keys in the given place, and in the same rounds the minimum cost of its work. */
export const measureCustody = (custody: Custody, folder: string, rounds: number): Promise<MeasuredCustody> =>
  withProcesses(async (processes) => {
    const servers = await startServers(processes, folder, custody);
    const { sizes, chain } = servers;
    const floor = floorSides(folder, chain, sizes.staticAuthData);
    const primitives = await primitivesWith(custody.tokenKeys?.('client'), sizes);
    const costs = await measure(
      {
        ...primitives.sides,
        ...floor.sides,
        ...(await sidesOf(servers)),
      },
      rounds,
    );
    floor.close();
    primitives.close();
    await servers.diptych.kill();
    await requireKept(servers);
    return { name: custody.name, sizes, costs, limit: limits(costs) };
  });
