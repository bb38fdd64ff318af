import { startWorld, type World, type WorldOptions } from '../../support/world.ts';
import { alertsAfter } from './rules.ts';
import { type Samples, scrape } from './samples.ts';

/** Alerts whose metrics are of the machine that runs the tests, not of the server. */
const OF_THE_MACHINE = new Set(['DiptychDiskNearlyFull', 'DiptychDiskFullInADay', 'DiptychEventLoopSlow']);

/** Minutes that a state lasts before the alerts are compared. */
export const HELD = 30;

export const alerts = (scrapes: readonly Samples[], held = HELD, minutes = 1) =>
  alertsAfter(scrapes, held, minutes).filter((name) => !OF_THE_MACHINE.has(name));

/** Scrapes a server before and after something goes wrong. */
export async function recorded(
  options: WorldOptions,
  goWrong: (world: World) => Promise<unknown>,
): Promise<readonly Samples[]> {
  const world = await startWorld(options);
  const seen = () => scrape(world.server.adminUrl);
  const sound = await seen();
  await goWrong(world);
  const wrong = await seen();
  await world.close();
  return [sound, wrong];
}

/** One scrape a minute, each after something went wrong again. */
export async function eachMinute(
  { server }: Pick<World, 'server'>,
  minutes: number,
  goWrong: (minute: number) => Promise<unknown>,
): Promise<readonly Samples[]> {
  const scrapes = [await scrape(server.adminUrl)];
  for (let minute = 0; minute < minutes; minute += 1) {
    await goWrong(minute);
    scrapes.push(await scrape(server.adminUrl));
  }
  return scrapes;
}
