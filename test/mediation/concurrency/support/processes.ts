import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callAdmin } from '../../../../src/cli/admin/client.ts';
import { type ServerProcess, startBeside, startProcess } from '../../../support/server-process.ts';

export const MINE = 'pub-1111111111111111';
export const ACCOUNT = `accounts/${MINE}`;
export const APPLOVIN = '1063618907739174004';
export const INMOBI = '5264320421916134407';
export const adUnit = (number: number) => `ca-app-${MINE}/${String(number).padStart(10, '0')}`;

export const liveLine = (displayName: string) => ({
  displayName,
  adSourceId: INMOBI,
  cpmMode: 'LIVE',
  state: 'ENABLED',
});

export const newGroupBody = (displayName: string) => ({
  displayName,
  targeting: { platform: 'ANDROID', format: 'BANNER', adUnitIds: [adUnit(1)] },
  mediationGroupLines: { '-1': { displayName: 'First', adSourceId: APPLOVIN, cpmMicros: '20000' } },
});

export const experimentBody = {
  displayName: 'Experiment',
  treatmentTrafficPercentage: '50',
  treatmentMediationLines: [{ mediationGroupLine: liveLine('Treatment') }],
};

export const mappingBody = (displayName: string) => ({
  displayName,
  adapterId: '111',
  adUnitConfigurations: { '1111': 'key' },
});

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

export interface Call {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly ifMatch?: string;
}

/** A client of one server process. `path`: a resource name, optionally followed by a verb or a collection. */
export type MediationClient = (method: string, path: string, call?: Call) => Promise<Answer>;

export async function clientOf({ url, connection }: ServerProcess): Promise<MediationClient> {
  const { accessToken } = await callAdmin(connection, 'issueToken', {
    publishers: [MINE],
    scopes: ['monetization'],
  });
  return async (method, path, { query = {}, body, ifMatch } = {}) => {
    const response = await fetch(`${url}/v1beta/${path}?${new URLSearchParams(query)}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
}

export interface Processes {
  readonly folder: string;
  readonly servers: readonly ServerProcess[];
  readonly clients: readonly MediationClient[];
  close(): Promise<void>;
}

/** Server processes on one data folder, with one publisher. */
export async function startProcesses(
  count: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<Processes> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-mediation-processes-'));
  const first = await startProcess(folder, settings);
  const servers = [first];
  while (servers.length < count) servers.push(await startBeside(folder, settings));
  await callAdmin(first.connection, 'createPublisher', { id: MINE, displayName: 'Acme' });
  return {
    folder,
    servers,
    clients: await Promise.all(servers.map(clientOf)),
    async close() {
      await Promise.all(servers.map((server) => server.kill()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
