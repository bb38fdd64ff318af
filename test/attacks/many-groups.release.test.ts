import { expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { leastToll } from '../support/least-toll.ts';
import { expectBounded, useTarget } from '../support/target.ts';

const PUBLISHER = 'pub-1111111111111111';
const INMOBI = '5264320421916134407';
const UNITS = 100;
/** Ad units of each group. */
const IN_EACH = 10;
const GROUPS = 3000;
/** Requests at once. */
const AT_ONCE = 20;

const target = useTarget({
  DIPTYCH_LIMITS_MEDIATION_PER_CALLER: '0',
  DIPTYCH_LIMITS_MEDIATION_PER_PUBLISHER: '0',
  DIPTYCH_LIMITS_SERVE_PER_ADDRESS: '0',
  DIPTYCH_LIMITS_RESOLVE_PER_ADDRESS: '0',
});

it('after each change, strangers who ask for an app of 3000 groups and 9 MB keep nobody waiting', async () => {
  const { connection, url } = target();
  await callAdmin(connection, 'createPublisher', { id: PUBLISHER, displayName: 'Acme' });
  const { accessToken } = await callAdmin(connection, 'issueToken', {
    publishers: [PUBLISHER],
    scopes: ['monetization'],
  });
  async function call(path: string, body?: object, method = 'POST') {
    const response = await fetch(`${url}/v1beta/${path}`, {
      method: body ? method : 'GET',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return JSON.parse(text);
  }
  const account = `accounts/${PUBLISHER}`;
  const app = await call(`${account}/apps`, { platform: 'ANDROID' });
  const units: string[] = [];
  for (let unit = 0; unit < UNITS; unit += 1) {
    const made = await call(`${account}/adUnits`, {
      appId: app.appId,
      displayName: `Unit ${unit}`,
      adFormat: 'BANNER',
    });
    units.push(made.adUnitId);
  }
  const { key } = await call(`${app.name}/servingKeys`, {});
  const live = { adSourceId: INMOBI, cpmMode: 'LIVE', state: 'ENABLED' };
  let group: { readonly name: string } | undefined;
  for (let made = 0; made < GROUPS; made += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_, index) => {
      const adUnitIds = Array.from({ length: IN_EACH }, (_, unit) => units[(made + index + unit) % UNITS]);
      return call(`${account}/mediationGroups`, {
        displayName: `Group ${made + index}`,
        targeting: { platform: 'ANDROID', format: 'BANNER', adUnitIds },
        mediationGroupLines: { '-1': { displayName: 'Line', ...live } },
      });
    });
    group = (await Promise.all(some)).at(-1);
  }

  let changes = 0;
  const change = () => {
    changes += 1;
    const mediationGroupLines = { '-1': { displayName: `Line ${changes}`, ...live } };
    return call(`${group?.name}?updateMask=mediationGroupLines[%22-1%22]`, { mediationGroupLines }, 'PATCH');
  };
  const paths = [`apps/${app.appId}.json`, `resolve?adUnitId=${units[0]}`];
  let bytes = 0;
  const ask = async (path: string) => {
    const response = await fetch(`${url}/serve/v1/${key}/${path}`);
    expect(response.status).toBe(200);
    bytes = Math.max(bytes, (await response.arrayBuffer()).byteLength);
  };
  const toll = await leastToll(target(), async () => {
    await change();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => ask(paths[index % 2] as string)));
  });
  expect(bytes).toBeGreaterThan(5_000_000);
  console.info(`the longest turn: ${toll.stalled.toFixed(0)} ms`);
  expectBounded(toll);

  const readers: Readonly<Record<string, () => Promise<unknown>>> = {
    lint: () => call(`${account}/lint`),
    list: () => call(`${account}/mediationGroups?pageSize=20000`),
  };
  for (const [name, read] of Object.entries(readers)) {
    const cost = await leastToll(target(), read);
    console.info(`${name}: ${cost.stalled.toFixed(0)} ms`);
    expectBounded(cost);
  }
});
