import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RawRequest } from '../harness/http-connection.ts';
import type { MeteredProcess, MeteredProcesses } from '../harness/metered-process.ts';
import { type Exchange, exchange, startBare, startDiptych } from '../harness/servers.ts';
import { type Sizes, sizesOf } from '../mso/sizes.ts';
import type { Custody } from './custodies.ts';
import { activePhone, type Phone } from './phone.ts';
import { type RequestName, requestsOf, type Supply, supply } from './requests.ts';
import type { StepsOptions } from './steps-process.ts';

const STEPS = new URL('./steps-process.ts', import.meta.url);

/** Number of devices that write in parallel, each with one request at a time. */
export const WRITERS = 8;

/** Requests that may be repeated: those to bare Fastify, and those that change nothing. */
const ONCE = ['encryptedKeys', 'register', 'credentialStatus', 'proofingStatus'] as const;
export type Once = (typeof ONCE)[number];

/** Servers in separate processes that give the same answers. */
export interface Servers {
  readonly diptych: MeteredProcess;
  /** Bare Fastify that only answers. */
  readonly bare: MeteredProcess;
  /** Bare Fastify that does the minimum work of each request and then answers. */
  readonly steps: MeteredProcess;
  /** The data folder of Diptych. */
  readonly data: string;
  /** As many phones as there are parallel requests for MSOs. */
  readonly phones: readonly [Phone, ...Phone[]];
  /** One request of each kind, with its answer. */
  readonly once: Readonly<Record<Once, Exchange>>;
  /** The same request as `once.encryptedKeys`, with unencrypted keys. */
  readonly plainKeys: RawRequest;
  readonly supplies: Readonly<Record<Exclude<RequestName, 'credentialStatus' | 'proofingStatus'>, Supply>>;
  /** The certificate chain of a device that registers. */
  readonly chain: readonly Uint8Array[];
  /** Sizes of the last MSO that a phone received. */
  readonly sizes: Sizes;
}

function sizesFor({ device, namespaces }: Phone): Sizes {
  const last = device.state.authKeys.at(-1);
  if (!last?.certified) throw new Error('the phone has no MSO');
  return sizesOf(last.certified.staticAuthData, last, namespaces);
}

export async function startServers(
  processes: MeteredProcesses,
  folder: string,
  { settings, tokenKeys }: Custody,
): Promise<Servers> {
  const [data, stepsFolder] = [join(folder, 'data'), join(folder, 'steps')];
  mkdirSync(stepsFolder, { recursive: true });
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
  const sizes = sizesFor(phones[0]);
  const { chain = [] } = first.register.state.identity ?? {};
  const options: StepsOptions = {
    folder: stepsFolder,
    sizes,
    chain: chain.map((certificate) => Buffer.from(certificate).toString('base64')),
    ...(tokenKeys && { tokenKeys: tokenKeys('steps') }),
  };
  const stepsModule = { module: STEPS, args: [JSON.stringify(options)] };
  const bare = await startBare(processes, folder, Object.values(once));
  const steps = await startBare(processes, stepsFolder, Object.values(once), stepsModule);
  const all = phones.map(requestsOf);
  return {
    diptych,
    bare,
    steps,
    data,
    phones,
    once,
    plainKeys: (await requests.plainKeys()).request,
    supplies: {
      encryptedKeys: supply(all.map(({ encryptedKeys }) => encryptedKeys)),
      plainKeys: supply(all.map(({ plainKeys }) => plainKeys)),
      register: supply([requests.register]),
    },
    chain,
    sizes,
  };
}
