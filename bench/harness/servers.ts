import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareRoute, requireSame } from './bare-route.ts';
import { exchangeOnce, type RawAnswer, type RawRequest } from './http-connection.ts';
import type { MeteredProcess, MeteredProcesses } from './metered-process.ts';

const DIPTYCH = new URL('./diptych-process.ts', import.meta.url);
const BARE = new URL('./bare-process.ts', import.meta.url);

/** Diptych on a data folder, with settings by their dotted names. */
export const startDiptych = (
  processes: MeteredProcesses,
  data: string,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<MeteredProcess> => processes.start(DIPTYCH, [data, JSON.stringify(settings)]);

export interface Exchange {
  readonly request: RawRequest;
  readonly answer: RawAnswer;
}

export const exchange = async (url: string, request: RawRequest): Promise<Exchange> => ({
  request,
  answer: await exchangeOnce(url, request),
});

/** A module that serves a file of bare routes, its first argument; with more arguments. */
interface BareModule {
  readonly module: URL;
  readonly args: readonly string[];
}

/** Bare Fastify that gives the same answers, or a module that does more before it gives them; checked. */
export async function startBare(
  processes: MeteredProcesses,
  folder: string,
  exchanges: readonly Exchange[],
  { module, args }: BareModule = { module: BARE, args: [] },
): Promise<MeteredProcess> {
  const file = join(folder, 'routes.json');
  writeFileSync(file, JSON.stringify(exchanges.map(({ request, answer }) => bareRoute(request, answer))));
  const bare = await processes.start(module, [file, ...args]);
  for (const { request, answer } of exchanges) {
    const again = await exchange(bare.url, request);
    requireSame(`${request.method} ${request.path}`, answer, again.answer);
  }
  return bare;
}
