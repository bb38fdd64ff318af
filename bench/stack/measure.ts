import { wireOf } from '../harness/http-connection.ts';
import { inTurn } from '../harness/in-turn.ts';
import type { Series } from '../harness/measure.ts';
import { total } from '../harness/series.ts';
import type { Keep } from '../harness/with-folder.ts';
import { AUTH_KEYS } from '../issuer/phone.ts';
import { requestsOf } from '../issuer/requests.ts';
import { startClient } from '../load/client.ts';
import { startLives } from '../load/life-cycles.ts';
import { stationOf, type Taken } from '../load/measured-servers.ts';
import { takeRounds } from '../load/rounds.ts';
import { CONNECTIONS } from '../load/sizes.ts';
import { costsOf } from '../load/window-names.ts';
import type { Window } from '../load/windows.ts';
import { activePhoneOf, LIFE, lifeWith } from './life-cycle.ts';
import type { Issuer } from './servers.ts';
import { walletAt } from './wallet.ts';
import type { WindowName } from './windows.ts';

export interface Sizes {
  /** Number of phones that exist at the same time; each sends one request in a window. */
  readonly phones: number;
  /** Number of requests for MSOs in a window, one of each phone, and of requests for credentials, one of each wallet. */
  readonly provisions: number;
  /**
   * Number of windows of each kind in a round. The servers get them in turn, so that a slow second of the machine is a small
   * part of a round.
   */
  readonly windowsOfRound: number;
  /** Number of windows of each kind before the first round. */
  readonly warmUps: Readonly<Record<WindowName, number>>;
}

/** It shows that everything works and says nothing about speed. */
export const TRIAL: Sizes = {
  phones: 20,
  provisions: 2,
  windowsOfRound: 1,
  warmUps: { lives: 0, msos: 0, credentials: 0 },
};

/** Every wallet must get one credential for each key. */
function requireBatches(answers: readonly { readonly body: Uint8Array }[]): void {
  for (const { body } of answers) {
    const { credentials = [] } = JSON.parse(Buffer.from(body).toString('utf8'));
    if (credentials.length !== AUTH_KEYS)
      throw new Error(`a batch of ${credentials.length} credentials came`);
  }
}

async function livesOf(issuer: Issuer, { phones }: Sizes, keep: Keep): Promise<Window> {
  const client = await startClient([{ urls: [issuer.url], connections: CONNECTIONS }]);
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await client.stop();
    isStopped = true;
  };
  keep(stop);
  const lives = await startLives(lifeWith(issuer), phones, async (wires) => {
    await client.load([wires]);
    await client.send();
    return (await client.answers())[0]!;
  });
  await stop();
  return { makes: 1 / LIFE, requests: lives.requests, answer: lives.answer };
}

async function msosOf(issuer: Issuer, { provisions }: Sizes): Promise<Window> {
  const asking = [];
  for (let phone = 0; phone < provisions; phone++) {
    asking.push(requestsOf(await activePhoneOf(issuer, `phone-${phone}`)));
  }
  const next = inTurn(asking);
  const requests = async () => {
    const wires: Buffer[] = [];
    while (wires.length < provisions) wires.push(wireOf((await next().encryptedKeys()).request));
    return wires;
  };
  return { makes: AUTH_KEYS, requests };
}

async function credentialsOf({ wallets: issuer }: Issuer, { provisions }: Sizes): Promise<Window> {
  const wallets: Awaited<ReturnType<typeof walletAt>>[] = [];
  for (let wallet = 0; wallet < provisions; wallet++) {
    wallets.push(await walletAt(issuer, `wallet-${wallet}`));
  }
  const requests = async () => {
    const wires: Buffer[] = [];
    for (const wallet of wallets) wires.push(await wallet.batch());
    return wires;
  };
  return { makes: AUTH_KEYS, requests, answer: requireBatches };
}

const MAKERS = { lives: livesOf, msos: msosOf, credentials: credentialsOf } as const;

/** The cost in each round: the mean of its windows. */
function roundsOf(taken: readonly Taken[], size: number): Series {
  const windows = costsOf(taken);
  return Array.from({ length: windows.length / size }, (_, round) => {
    const sum = total(...windows.slice(round * size, (round + 1) * size).map((cost) => [cost]));
    return { cpu: sum[0]!.cpu / size, wall: sum[0]!.wall / size };
  });
}

export type Costs = Readonly<Record<WindowName, Series>>;

/** Sends the same windows by turns to Diptych and to a peer. A window that is left out has no series. */
export async function measureStack(
  issuers: { readonly ours: Issuer; readonly peer: Issuer },
  {
    names,
    sizes,
    rounds,
  }: { readonly names: readonly WindowName[]; readonly sizes: Sizes; readonly rounds: number },
  keep: Keep,
): Promise<{ readonly ours: Costs; readonly peer: Costs }> {
  const sentTo = async (issuer: Issuer) => {
    const windows = {} as Record<WindowName, Window>;
    for (const name of names) windows[name] = await MAKERS[name](issuer, sizes, keep);
    const stationAt = (url: string) =>
      stationOf<WindowName>({ url, pid: issuer.pid, probed: false }, windows, keep);
    const stations = {
      panel: await stationAt(issuer.url),
      wallets: await stationAt(new URL(issuer.wallets.issuer).origin),
    };
    const run = (name: WindowName) => stations[name === 'credentials' ? 'wallets' : 'panel'].run(name);
    return { station: { run }, windows: names, warmUps: sizes.warmUps };
  };
  const sent = { ours: await sentTo(issuers.ours), peer: await sentTo(issuers.peer) };
  const taken = await takeRounds(sent, rounds * sizes.windowsOfRound);
  const costs = (of: keyof typeof taken): Costs =>
    Object.fromEntries(
      names.map((name) => [name, roundsOf(taken[of][name]!, sizes.windowsOfRound)]),
    ) as unknown as Costs;
  return { ours: costs('ours'), peer: costs('peer') };
}
