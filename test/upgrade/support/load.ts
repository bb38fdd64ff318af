import { type Served, useBothPanels } from '../../postgres/support/both-panels.ts';

export interface Load {
  /** Resolves when what runs now is done and all of both panels was used once more. Rejects if a request failed. */
  onceMore(): Promise<void>;
  /** Ends the load. Returns how often all of both panels was used. */
  end(): Promise<number>;
}

/** Uses all of both panels again and again, until the end; each request goes to the next of the present `servers`. */
export function startLoad(servers: readonly Served[]): Load {
  let rounds = 0;
  let ended = false;
  let waiting: { readonly from: number; readonly resolve: () => void }[] = [];
  const running = (async () => {
    while (!ended) {
      await useBothPanels([...servers]);
      rounds += 1;
      for (const { resolve } of waiting.filter(({ from }) => rounds >= from)) resolve();
      waiting = waiting.filter(({ from }) => rounds < from);
    }
  })();
  running.catch(() => {});
  return {
    async onceMore() {
      const done = new Promise<void>((resolve) => waiting.push({ from: rounds + 2, resolve }));
      await Promise.race([done, running]);
    },
    async end() {
      ended = true;
      await running;
      return rounds;
    },
  };
}
