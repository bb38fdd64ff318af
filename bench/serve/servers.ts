import { join } from 'node:path';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { adminToken } from '../../src/server/files/create-data-folder.ts';
import { dataFolder, readAddresses } from '../../src/server/files/data-folder.ts';
import type { RawRequest } from '../harness/http-connection.ts';
import type { MeteredProcess, MeteredProcesses } from '../harness/metered-process.ts';
import { exchange, startBare, startDiptych } from '../harness/servers.ts';
import { accessToken } from '../mediation/access-token.ts';
import { PUBLISHER } from '../mediation/sample.ts';

/** A source of the shipped catalogue that needs no mapping. */
const BIDDER = '5264320421916134407';
const LINES = 10;

const get = (path: string): RawRequest => ({ method: 'GET', path, headers: {} });

export const READS = ['snapshot', 'knownSnapshot', 'resolve', 'resolveByUnit'] as const;
export type Read = (typeof READS)[number];

type Requests = Readonly<Record<Read, RawRequest>>;

/** A server with the requests that it gets. */
export interface Side {
  readonly server: Pick<MeteredProcess, 'url' | 'meter'>;
  readonly requests: Requests;
}

/** Diptych, and what it is compared with. */
export interface Sides {
  readonly ours: Side;
  readonly peer: Side;
}

/** Creates an app whose ad unit is in two groups of ten lines, one of them for three countries. */
export async function requestsOf(url: string, data: string): Promise<Requests> {
  const folder = dataFolder(data);
  const { adminUrl = '' } = readAddresses(folder) ?? {};
  const connection = { url: adminUrl, token: adminToken(folder) };
  await callAdmin(connection, 'createPublisher', { id: PUBLISHER, displayName: 'Bench' });
  const authorization = `Bearer ${await accessToken(data)}`;
  const post = async (path: string, body: object) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const address = `${url}/v1beta/accounts/${PUBLISHER}/${path}`;
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as Readonly<Record<string, string>>;
  };
  const { appId = '' } = await post('apps', { platform: 'ANDROID' });
  const { adUnitId = '' } = await post('adUnits', { appId, displayName: 'Start', adFormat: 'BANNER' });
  const line = { adSourceId: BIDDER, cpmMode: 'LIVE', state: 'ENABLED' };
  const lines = Array.from({ length: LINES }, (_, index) => [
    `-${index + 1}`,
    { ...line, displayName: 'Line' },
  ]);
  for (const targetedRegionCodes of [['DE', 'AT', 'CH'], []]) {
    await post('mediationGroups', {
      displayName: 'Group',
      targeting: { platform: 'ANDROID', format: 'BANNER', adUnitIds: [adUnitId], targetedRegionCodes },
      mediationGroupLines: Object.fromEntries(lines),
    });
  }
  const { key = '' } = await post(`apps/${appId.slice(-10)}/servingKeys`, {});
  const query = new URLSearchParams({ adUnitId, platform: 'ANDROID', country: 'DE' });
  const unit = 'c9d2b8b0-3a5e-4c0d-9a51-4f3a1d6d2b11';
  const snapshot = get(`/serve/v1/${key}/apps/${appId}.json`);
  const { head } = (await exchange(url, snapshot)).answer;
  const etag = head.map((line) => /^etag: (.+)$/i.exec(line)?.[1]).find((tag) => tag !== undefined) ?? '';
  return {
    snapshot,
    knownSnapshot: { ...snapshot, headers: { 'if-none-match': etag } },
    resolve: get(`/serve/v1/${key}/resolve?${query}`),
    resolveByUnit: get(`/serve/v1/${key}/resolve?${query}&unit=${unit}&osVersion=17&appVersion=1.2.3`),
  };
}

/** Diptych, and bare Fastify that gives the same answers, in separate processes. */
export async function startServers(processes: MeteredProcesses, folder: string): Promise<Sides> {
  const data = join(folder, 'data');
  const diptych = await startDiptych(processes, data);
  const requests = await requestsOf(diptych.url, data);
  const { knownSnapshot } = requests;
  // A bare route has one answer for each path.
  const bareRequests = {
    ...requests,
    knownSnapshot: { ...knownSnapshot, path: `${knownSnapshot.path}/known` },
  };
  // Both resolve requests have the same path, so the bare route gives both the same answer.
  const exchanges = (['snapshot', 'knownSnapshot', 'resolve'] as const).map(async (read) => {
    const { answer } = await exchange(diptych.url, requests[read]);
    return { request: bareRequests[read], answer };
  });
  const bare = await startBare(processes, folder, await Promise.all(exchanges));
  return { ours: { server: diptych, requests }, peer: { server: bare, requests: bareRequests } };
}
