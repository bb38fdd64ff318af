import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareRoute, requireSame } from './bare-route.ts';
import { exchangeOnce, type RawAnswer, type RawRequest } from './http-connection.ts';
import type { MeteredProcess, MeteredProcesses } from './metered-process.ts';

const DIPTYCH = new URL('./diptych-process.ts', import.meta.url);
const BARE = new URL('./bare-process.ts', import.meta.url);

/** Starts Diptych on a data folder, with settings by their dotted names. */
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

/** A module that serves the bare routes of the file in its first argument; further arguments follow. */
interface BareModule {
  readonly module: URL;
  readonly args: readonly string[];
}

/**
 * Starts bare Fastify with the same answers, or a module that does some work before each answer. Checks that
 * the answers are equal.
 */
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
