import { describe, expect, it } from 'vitest';
import { detailOf } from './support/envelope.ts';
import { GROUPS, MINE, useHttpWorld } from './support/world.ts';

const LIMITS = [
  ['limits.mediationPerCaller', 'mediationPerCaller'],
  ['limits.mediationPerPublisher', 'mediationPerPublisher'],
] as const;

describe.each(LIMITS)('The setting %s', (setting, name) => {
  const world = useHttpWorld({ [setting]: 3 });

  it('requests beyond a limit for mediation are answered with RESOURCE_EXHAUSTED, ErrorInfo and RetryInfo', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await world().call('GET', GROUPS, {})).status);
    expect(statuses).toEqual([200, 200, 200]);
    const { status, headers, error } = await world().call('GET', GROUPS, {});
    expect([status, error.status, error.code]).toEqual([429, 'RESOURCE_EXHAUSTED', 429]);
    expect(detailOf(error, 'ErrorInfo')).toMatchObject({
      reason: 'RATE_LIMIT_EXCEEDED',
      metadata: { quota_limit: name, quota_limit_value: '3' },
    });
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(detailOf(error, 'RetryInfo')).toMatchObject({ retryDelay: `${seconds}s` });
    expect(JSON.stringify(error)).not.toContain(MINE);
    expect((await fetch(`${world().url}/healthz`)).status).toBe(200);
    expect(await (await fetch(`${world().server.adminUrl}/metrics`)).text()).toContain(
      `diptych_rate_limited_total{limit="${name}"} 1`,
    );
  });
});
