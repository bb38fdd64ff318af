import { simulatedDevice } from '../../src/wallet/index.ts';
import { wireOf } from '../harness/http-connection.ts';
import { inTurn } from '../harness/in-turn.ts';
import { AUTH_KEYS, ISSUER_ID, rootsOf } from '../issuer/phone.ts';
import { requestsOf } from '../issuer/requests.ts';
import { createRequest, groupRequest, patchRequest, readRequest } from '../mediation/requests.ts';
import { groupOf } from '../mediation/sample.ts';
import { LINES } from '../mediation/sizes.ts';
import type { Answer } from './client.ts';
import { lifeOn, type SendNow, startLives } from './life-cycles.ts';
import { adminOf, type Lane } from './server-group.ts';
import type { LoadSizes } from './sizes.ts';
import { stateOf } from './store/ids.ts';

/** The requests to one lane that are sent together. */
export interface Window {
  /** Number of units that one request makes; throughput and cost are reported for one unit. */
  readonly makes: number;
  /** Prepares the requests before the time is measured. */
  readonly requests: () => Promise<readonly Buffer[]>;
  /** Gets the answers after the time was measured. */
  readonly answer?: (answers: readonly Answer[]) => void;
}

/** Phones for the copies in the store. */
async function copiedPhones(lane: Lane) {
  const issuer = { baseUrl: lane.servers[0]!.url, issuerId: ISSUER_ID };
  const trustedRoots = await rootsOf(adminOf(lane));
  const { phone } = lane;
  return (copy: number) => {
    const device = simulatedDevice({ issuer, trustedRoots, state: stateOf(phone.device.state, copy) });
    return requestsOf({ ...phone, device });
  };
}

const repeated = async (count: number, next: () => Buffer | Promise<Buffer>): Promise<readonly Buffer[]> => {
  const wires: Buffer[] = [];
  while (wires.length < count) wires.push(await next());
  return wires;
};

/** Requests that change nothing are prepared once and repeated. */
function reading(count: number, wires: readonly Buffer[]): Window {
  const next = inTurn(wires);
  return { makes: 1, requests: () => repeated(count, next) };
}

/** Number of requests of each kind among twenty requests to the mediation panel. */
const MIX = { list: 6, get: 8, patch: 4, create: 2 } as const;

/** Lists, gets, patches and creates; each patch is for a different group. */
function mediationMix({ token }: Lane, { groups, requests }: LoadSizes): Window {
  const all = Array.from({ length: groups }, (_, index) => index);
  const list = wireOf(readRequest('listGroups', token));
  const create = wireOf(createRequest(token));
  const gets = inTurn(all.map((group) => wireOf(groupRequest(groupOf(group, LINES).groupId, token))));
  const states = ['DISABLED', 'ENABLED'] as const;
  const patches = inTurn(
    states.flatMap((state) => all.map((group) => wireOf(patchRequest(group, state, token)))),
  );
  const kinds = { list: () => list, get: gets, patch: patches, create: () => create };
  const order = (Object.keys(MIX) as (keyof typeof MIX)[]).flatMap((kind) =>
    Array.from({ length: MIX[kind] }, (_, index) => ({ kind, at: (index + 0.5) / MIX[kind] })),
  );
  const next = inTurn(order.toSorted((a, b) => a.at - b.at).map(({ kind }) => kinds[kind]));
  return { makes: 1, requests: () => repeated(requests, () => next()()) };
}

/** Requests for MSOs for new keys of phones in turn, with at most one request of each phone in progress. */
async function provisioning(lane: Lane, { provisions, credentials }: LoadSizes): Promise<Window> {
  const phoneOf = await copiedPhones(lane);
  const next = inTurn(Array.from({ length: Math.min(credentials, provisions * 2) }, (_, copy) => copy));
  const request = async () => wireOf((await phoneOf(next()).encryptedKeys()).request);
  return { makes: AUTH_KEYS, requests: () => repeated(provisions, request) };
}

async function statuses(lane: Lane, { requests, credentials }: LoadSizes): Promise<Window> {
  const phoneOf = await copiedPhones(lane);
  const wires: Buffer[] = [];
  for (let copy = 0; copy < Math.min(credentials, 100); copy++)
    wires.push(wireOf((await phoneOf(copy).credentialStatus()).request));
  return reading(requests, wires);
}

/** Makes all windows of a lane. `send` sends requests that are not measured. */
export async function windowsOf(lane: Lane, sizes: LoadSizes, send: SendNow) {
  const lives = await startLives(await lifeOn(lane), sizes.phones, send);
  return {
    msos: await provisioning(lane, sizes),
    life: { makes: 1, requests: lives.requests, answer: lives.answer },
    mix: mediationMix(lane, sizes),
    status: await statuses(lane, sizes),
    groups: reading(sizes.requests, [wireOf(readRequest('listGroups', lane.token))]),
  } satisfies Record<string, Window>;
}

export type Windows = Awaited<ReturnType<typeof windowsOf>>;
export type WindowName = keyof Windows;

export const WINDOW_NAMES = ['msos', 'life', 'mix', 'status', 'groups'] as const satisfies WindowName[];

/** Number of windows of each kind until a server is warm: some thousands of requests or MSOs. */
export const WARM_UPS: Readonly<Record<WindowName, number>> = {
  msos: 3,
  life: 3,
  mix: 3,
  status: 5,
  groups: 4,
};
