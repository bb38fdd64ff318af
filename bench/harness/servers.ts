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

/** Bare Fastify that gives the same answers; checked. */
export async function startBare(
  processes: MeteredProcesses,
  folder: string,
  exchanges: readonly Exchange[],
): Promise<MeteredProcess> {
  const file = join(folder, 'routes.json');
  writeFileSync(file, JSON.stringify(exchanges.map(({ request, answer }) => bareRoute(request, answer))));
  const bare = await processes.start(BARE, [file]);
  for (const { request, answer } of exchanges) {
    const again = await exchange(bare.url, request);
    requireSame(`${request.method} ${request.path}`, answer, again.answer);
  }
  return bare;
}
