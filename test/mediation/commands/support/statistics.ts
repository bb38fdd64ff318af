import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayNumber } from '../../../../src/mediation/statistics/days.ts';
import { mediationOf } from '../../../support/panels.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { storedRows } from '../../domain/support/statistics.ts';
import { MINE, type useHttpWorld } from '../../http/support/world.ts';

/** A day of the last ones. */
export const DAY = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);

/** Writes a file with these lines. */
export function file(name: string, ...lines: readonly string[]): string {
  const path = join(temporaryFolder('statistics'), name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** What is stored of a source and the day: ad unit, ad source, country, impressions, micros. */
export const storedOf = (world: ReturnType<typeof useHttpWorld>) => async (source: string) => {
  const { statistics } = mediationOf(world().server);
  const rows = await storedRows({ statistics }, MINE);
  return rows
    .filter((row) => row.source === source && row.time === dayNumber(DAY) && row.settled)
    .map(({ adSourceId, impressions, revenueMicros, dimensions: { adUnit, country } }) => [
      adUnit,
      adSourceId,
      country,
      impressions,
      revenueMicros,
    ]);
};

export const fragmentOf = (unit: string) => unit.split('/').at(-1);
