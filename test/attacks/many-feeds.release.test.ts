import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { SWEEP_EVERY } from '../../src/server/process/start-server.ts';
import { fillStore, PUBLISHER } from '../fuzz/support/contents.ts';
import { dateOf } from '../fuzz/support/worst/statistics.ts';
import { leastToll } from '../support/least-toll.ts';
import { expectBounded, useTarget } from '../support/target.ts';

describe.each([1100, 22_000])('%i feeds of a publisher, with a row each', (feeds) => {
  const target = useTarget({}, (folder) => fillStore(folder, { adUnits: 1, groups: 1, mappings: 0, feeds }));

  it('are swept without delay for others', async () => {
    // What the start left would be collected in a turn of its own, which no sweep takes.
    await target().meter.live();
    // The first sweep after the start is also that of the hour.
    const toll = await target().toll(() => setTimeout(SWEEP_EVERY + 10_000));
    console.info(`the longest turn of a sweep: ${toll.stalled.toFixed(0)} ms`);
    expectBounded(toll);
  });

  it.each([[['DATE']], [['DATE', 'AD_SOURCE']], [[]]])(
    'are added up by the dimensions %j over years without delay for others',
    async (dimensions) => {
      const { connection, url } = target();
      const { accessToken } = await callAdmin(connection, 'issueToken', {
        publishers: [PUBLISHER],
        scopes: ['readonly'],
      });
      const report = async (years: number) => {
        const dateRange = { startDate: dateOf(years * 365), endDate: dateOf(0) };
        const reportSpec = { dateRange, dimensions, metrics: ['IMPRESSIONS', 'ESTIMATED_EARNINGS'] };
        const response = await fetch(`${url}/v1beta/accounts/${PUBLISHER}/mediationReport:generate`, {
          method: 'POST',
          headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
          body: JSON.stringify({ reportSpec }),
        });
        expect(response.status, await response.text()).toBe(200);
      };
      // The first one fills the page cache of SQLite, which has a bound of its own.
      await report(1);
      for (const years of [1, 3]) {
        const toll = await leastToll(target(), () => report(years));
        console.info(`the longest turn of a report on ${years} years: ${toll.stalled.toFixed(0)} ms`);
        expectBounded(toll);
      }
    },
  );
});
