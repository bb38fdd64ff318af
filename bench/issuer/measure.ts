import { measure, type Series } from '../harness/measure.ts';
import { withProcesses } from '../harness/metered-process.ts';
import { limits } from '../mso/limits.ts';
import { primitives } from '../mso/primitives.ts';
import { type Sizes, sizesOf } from '../mso/sizes.ts';
import { requireKept } from './check.ts';
import type { Custody } from './custodies.ts';
import { floorSides } from './floor-sides.ts';
import type { Phone } from './phone.ts';
import { startServers } from './servers.ts';
import { sidesOf } from './sides.ts';

/** Of the MSO that the phone was given last. */
function sizesFor({ device, namespaces }: Phone): Sizes {
  const last = device.state.authKeys.at(-1);
  if (!last?.certified) throw new Error('the phone has no MSO');
  return sizesOf(last.certified.staticAuthData, last, namespaces);
}

type Side =
  | keyof ReturnType<typeof primitives>
  | keyof ReturnType<typeof floorSides>['sides']
  | keyof Awaited<ReturnType<typeof sidesOf>>;

/** One server, with its keys in one place. */
export interface MeasuredCustody {
  readonly name: string;
  readonly sizes: Sizes;
  readonly costs: Readonly<Record<Side, Series>>;
  readonly limit: ReturnType<typeof limits>;
}

/** A server with its keys in the given place, beside what its work cannot do without: in the same rounds. */
export const measureCustody = (custody: Custody, folder: string, rounds: number): Promise<MeasuredCustody> =>
  withProcesses(async (processes) => {
    const servers = await startServers(processes, folder, custody);
    const sizes = sizesFor(servers.phones[0]);
    const { chain = [] } = servers.registered.identity ?? {};
    const floor = floorSides(folder, chain, sizes.staticAuthData);
    const costs = await measure(
      {
        ...primitives(sizes),
        ...(await custody.primitives(sizes)),
        ...floor.sides,
        ...(await sidesOf(servers)),
      },
      rounds,
    );
    floor.close();
    await servers.diptych.kill();
    await requireKept(servers);
    return { name: custody.name, sizes, costs, limit: limits(costs) };
  });
