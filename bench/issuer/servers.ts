import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DeviceState } from '../../src/wallet/index.ts';
import type { MeteredProcess, MeteredProcesses } from '../harness/metered-process.ts';
import { type Exchange, exchange, startBare, startDiptych } from '../harness/servers.ts';
import type { Custody } from './custodies.ts';
import { activePhone, type Phone } from './phone.ts';
import { type RequestName, requestsOf, type Supply, supply } from './requests.ts';

/** Devices that write at the same time, each with one request under way. */
export const WRITERS = 8;

/** Those that one request can stand for: to bare Fastify, or since nothing changes by it. */
const ONCE = ['encryptedKeys', 'register', 'credentialStatus', 'proofingStatus'] as const;
export type Once = (typeof ONCE)[number];

/** Diptych, and bare Fastify that answers the same: each in a process of its own. */
export interface Servers {
  readonly diptych: MeteredProcess;
  readonly bare: MeteredProcess;
  /** The data folder of Diptych. */
  readonly data: string;
  /** As many as ask for MSOs at the same time. */
  readonly phones: readonly [Phone, ...Phone[]];
  /** One request of each, with its answer. */
  readonly once: Readonly<Record<Once, Exchange>>;
  readonly supplies: Readonly<Record<Exclude<RequestName, 'credentialStatus' | 'proofingStatus'>, Supply>>;
  /** What a new device had when it registered. */
  readonly registered: DeviceState;
}

export async function startServers(
  processes: MeteredProcesses,
  folder: string,
  { settings }: Custody,
): Promise<Servers> {
  mkdirSync(folder);
  const data = join(folder, 'data');
  const diptych = await startDiptych(processes, data, settings);
  const phones: [Phone, ...Phone[]] = [await activePhone(data, 'bench-0')];
  while (phones.length < WRITERS) phones.push(await activePhone(data, `bench-${phones.length}`));
  const requests = requestsOf(phones[0]);
  const first = {
    encryptedKeys: await requests.encryptedKeys(),
    register: await requests.register(),
    credentialStatus: await requests.credentialStatus(),
    proofingStatus: await requests.proofingStatus(),
  };
  const once = {
    encryptedKeys: await exchange(diptych.url, first.encryptedKeys.request),
    register: await exchange(diptych.url, first.register.request),
    credentialStatus: await exchange(diptych.url, first.credentialStatus.request),
    proofingStatus: await exchange(diptych.url, first.proofingStatus.request),
  };
  const bare = await startBare(processes, folder, Object.values(once));
  const all = phones.map(requestsOf);
  return {
    diptych,
    bare,
    data,
    phones,
    once,
    supplies: {
      encryptedKeys: supply(all.map(({ encryptedKeys }) => encryptedKeys)),
      plainKeys: supply(all.map(({ plainKeys }) => plainKeys)),
      register: supply([requests.register]),
    },
    registered: first.register.state,
  };
}
