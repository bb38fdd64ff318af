import { join } from 'node:path';
import type { Grown } from '../harness/growth.ts';
import { measure, type Series, type Work } from '../harness/measure.ts';
import { grownOf } from './growth-findings.ts';
import { type PanelSides, panelSides, requireRight } from './panel-sides.ts';
import type { Growth } from './sizes.ts';
import { type Contents, type OpenStore, openFilled } from './store.ts';

/** Opens and fills a store of each size; closes all of them afterwards. */
async function withStores<T>(
  folder: string,
  sizes: readonly Contents[],
  use: (stores: readonly OpenStore[]) => Promise<T>,
): Promise<T> {
  const stores: OpenStore[] = [];
  try {
    for (const contents of sizes) {
      stores.push(await openFilled(join(folder, `${contents.groups}-${contents.lines}`), contents));
    }
    return await use(stores);
  } finally {
    for (const { close } of stores) await close();
  }
}

async function sidesOf(store: OpenStore, contents: Contents): Promise<PanelSides> {
  const sides = await panelSides(store, contents);
  await requireRight(sides);
  return sides;
}

async function measureSizes(works: readonly Work[], rounds: number): Promise<readonly Series[]> {
  const costs = await measure(Object.fromEntries(works.map((work, size) => [String(size), work])), rounds);
  return works.map((_, size) => costs[String(size)]!);
}

/** Measures each operation on stores of all sizes in the same rounds. `of` names the size that differs. */
export function measureGrowth(
  folder: string,
  { of, sizes, operations }: Growth,
  rounds: number,
): Promise<Grown> {
  return withStores(folder, sizes, async (stores) => {
    const sides = await Promise.all(stores.map((store, size) => sidesOf(store, sizes[size]!)));
    const costs = [];
    for (const operation of operations) {
      const works = sides.map((own) => own[operation]);
      costs.push({ operation, bySize: await measureSizes(works, rounds) });
    }
    return grownOf(
      of,
      sizes.map((contents) => contents[of]),
      costs,
    );
  });
}
