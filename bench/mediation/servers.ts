import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MeteredProcess, MeteredProcesses } from '../harness/metered-process.ts';
import { type Exchange, exchange, startBare, startDiptych } from '../harness/servers.ts';
import { accessToken } from './access-token.ts';
import { requireKept, requireWhole } from './check.ts';
import { createRequest, patchRequest, READ_NAMES, type Read, readRequest } from './requests.ts';
import { FEW_GROUPS, LINES } from './sizes.ts';
import { openFilled } from './store.ts';

const STEPS = new URL('./steps-process.ts', import.meta.url);

/** Diptych, and two servers that give the same answers, in separate processes. */
export interface Servers {
  readonly diptych: MeteredProcess;
  readonly bare: MeteredProcess;
  /** It does what no server can leave out of a read. */
  readonly steps: MeteredProcess;
  readonly token: string;
  /** The data folder of Diptych. */
  readonly data: string;
  /** Number of groups in the store. */
  readonly groups: number;
}

/** Checks that both writes are found again after the server is killed and restarted. */
async function writeAndRestart(processes: MeteredProcesses, data: string) {
  const first = await startDiptych(processes, data);
  const token = await accessToken(data);
  const written = [
    await exchange(first.url, createRequest(token)),
    await exchange(first.url, patchRequest(0, 'DISABLED', token)),
  ];
  await first.kill();
  const diptych = await startDiptych(processes, data);
  // Tokens contain the address of the server, which changed with the restart.
  const newToken = await accessToken(data);
  for (const { answer } of written) await requireKept(answer, diptych.url, newToken);
  return { diptych, token: newToken, written };
}

export async function startServers(processes: MeteredProcesses, folder: string): Promise<Servers> {
  const data = join(folder, 'data');
  await (await openFilled(data, { groups: FEW_GROUPS, lines: LINES })).close();
  const { diptych, token, written } = await writeAndRestart(processes, data);
  const read = async (name: Read): Promise<Exchange> => {
    const exchanged = await exchange(diptych.url, readRequest(name, token));
    requireWhole(name, exchanged.answer);
    return exchanged;
  };
  const reads = await Promise.all(READ_NAMES.map(read));
  const bare = await startBare(processes, folder, [...reads, ...written]);
  const stepsFolder = join(folder, 'steps');
  mkdirSync(stepsFolder);
  const steps = await startBare(processes, stepsFolder, reads, { module: STEPS, args: [stepsFolder] });
  return { diptych, bare, steps, token, data, groups: FEW_GROUPS + 1 };
}
