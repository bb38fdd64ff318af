import type { Station, Taken } from './measured-servers.ts';

/** The measurements of each round, by window. */
export type Takings<Name extends string> = Readonly<Record<Name, readonly Taken[]>>;

/** A station with the windows that are sent to it. */
export interface Sent<Name extends string = string> {
  readonly station: Pick<Station<Name>, 'run'>;
  readonly windows: readonly Name[];
  /** Number of warm-up windows before the first round, until the servers have compiled their code. */
  readonly warmUps: Readonly<Record<Name, number>>;
}

async function takeAll({ station, windows }: Sent): Promise<readonly Taken[]> {
  const all: Taken[] = [];
  for (const name of windows) all.push(await station.run(name));
  return all;
}

async function warmUp({ station, windows, warmUps }: Sent): Promise<void> {
  for (const name of windows) for (let left = warmUps[name]!; left > 0; left--) await station.run(name);
}

/** In each round, sends every window to every station. Each round starts with another station. */
export async function takeRounds<Key extends string>(
  sent: Readonly<Record<Key, Sent>>,
  rounds: number,
): Promise<Readonly<Record<Key, Takings<string>>>> {
  const all = Object.entries<Sent>(sent).map(([key, one]) => ({
    key,
    one,
    rounds: [] as (readonly Taken[])[],
  }));
  if (rounds > 1) for (const { one } of all) await warmUp(one);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < all.length; turn++) {
      const { one, rounds: taken } = all[(round + turn) % all.length]!;
      taken.push(await takeAll(one));
    }
  }
  const takingsOf = ({ one, rounds: taken }: (typeof all)[number]): Takings<string> =>
    Object.fromEntries(one.windows.map((name, window) => [name, taken.map((round) => round[window]!)]));
  return Object.fromEntries(all.map((one) => [one.key, takingsOf(one)])) as Record<Key, Takings<string>>;
}
