import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ServerProcess } from '../../support/server-process.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import {
  ACCOUNT,
  liveLine,
  type MediationClient,
  newGroupBody,
  type Processes,
  startProcesses,
} from '../concurrency/support/processes.ts';

let processes: Processes;
beforeAll(async () => {
  processes = await startProcesses(2);
}, HOOK_TIMEOUT);
afterAll(() => processes.close());

describe('Two server processes on one database', () => {
  it('a change by one process is in the snapshots of both, with the same hash', async () => {
    const [client] = processes.clients as [MediationClient];
    const app = (await client('POST', `${ACCOUNT}/apps`, { body: { platform: 'ANDROID' } })).body;
    const unit = { appId: app.appId, displayName: 'Start', adFormat: 'BANNER' };
    const { adUnitId } = (await client('POST', `${ACCOUNT}/adUnits`, { body: unit })).body;
    const { targeting, ...rest } = newGroupBody('Group');
    const body = { ...rest, targeting: { ...targeting, adUnitIds: [adUnitId] } };
    const group = (await client('POST', `${ACCOUNT}/mediationGroups`, { body })).body;
    const { key } = (await client('POST', `${app.name}/servingKeys`, { body: {} })).body;
    const etags = () =>
      Promise.all(
        processes.servers.map(async ({ url }: ServerProcess) => {
          const answer = await fetch(`${url}/serve/v1/${key}/apps/${app.appId}.json`);
          expect(answer.status).toBe(200);
          return answer.headers.get('etag');
        }),
      );
    const [before, same] = await etags();
    expect(same).toBe(before);
    await client('PATCH', group.name, {
      query: { updateMask: 'mediationGroupLines["-1"]' },
      body: { mediationGroupLines: { '-1': liveLine('Second') } },
    });
    const after = await vi.waitUntil(
      async () => {
        const found = await etags();
        return found.every((etag) => etag !== before) && found;
      },
      { timeout: 30_000, interval: 100 },
    );
    expect(new Set(after).size).toBe(1);
  });
});
