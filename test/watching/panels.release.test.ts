import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useBothPanels } from '../postgres/support/both-panels.ts';
import { diptych } from '../support/cli.ts';
import { type ServerProcess, startProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { DASHBOARDS, EXPRESSIONS } from './support/expressions.ts';
import { type Prometheus, startPrometheus } from './support/prometheus.ts';
import { hasPromtool } from './support/promtool.ts';

const PANELS = EXPRESSIONS.filter(({ place }) => DASHBOARDS.some(({ title }) => place.startsWith(title)));

/** Panels without a line until something happens that does not happen here. */
const EMPTY: readonly string[] = [
  ...['99th percentile of lookups', 'Lookups in the system of record'],
  ...['Attempts to notify', 'Notifications', 'Oldest notification'],
  'Rejected proofings',
].map((panel) => `Diptych: issuer / ${panel}`);

/** What a phone, an app and two browsers do. */
async function useAll(server: ServerProcess): Promise<void> {
  await useBothPanels([server]);
  const pages = [`${server.url}/serve/v1/pk_none/apps/none.json`, `${server.url}/oauth/auth`];
  for (const page of [...pages, `${server.connection.url}/console/api/session`]) await fetch(page);
}

describe.skipIf(!hasPromtool())('The dashboards, with a Prometheus that scrapes a server', () => {
  let server: ServerProcess;
  let prometheus: Prometheus;

  beforeAll(async () => {
    const folder = temporaryFolder('panels');
    const list = join(folder, 'status.json');
    writeFileSync(list, '{"entries": {}}');
    server = await startProcess(join(folder, 'data'), {
      DIPTYCH_ISSUER_ATTESTATION_REVOCATION_LIST: list,
      DIPTYCH_ISSUER_STATUS_URI: 'https://issuer.example/status',
      DIPTYCH_AUDIT_ANCHORS: JSON.stringify([{ kind: 'folder', path: temporaryFolder('panels-anchors') }]),
    });
    prometheus = await startPrometheus(server.connection.url);
    await diptych('backup', '--data', join(folder, 'data'), '--to', join(folder, 'backup'));
    await useAll(server);
    // A rate needs two scrapes of its series: after the last request, and after the first round of background work.
    const used = Date.now() / 1000;
    const rounds = 'count_over_time(diptych_issuer_swept_total[5m]) > 1';
    for (const condition of [`timestamp(diptych_ready) > ${used + 3}`, rounds])
      await vi.waitUntil(async () => (await prometheus.count(condition)) > 0, {
        timeout: 60_000,
        interval: 500,
      });
  });

  afterAll(async () => {
    await prometheus?.stop();
    await server?.kill();
  });

  it('exactly the panels about what did not happen are empty', async () => {
    const counts = await Promise.all(
      PANELS.map(async ({ place, expr }) => ({ place, count: await prometheus.count(expr) })),
    );
    const empty = counts.filter(({ count }) => count === 0).map(({ place }) => place);
    expect([...new Set(empty)].sort()).toEqual([...EMPTY].sort());
  });
});
