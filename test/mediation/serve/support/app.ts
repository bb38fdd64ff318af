import type { HttpWorld } from '../../http/support/world.ts';
import { ACCOUNT, GROUP, INMOBI, newGroup } from '../../http/support/world.ts';

const line = (displayName: string) => ({
  displayName,
  adSourceId: INMOBI,
  cpmMode: 'LIVE',
  state: 'ENABLED',
});

/** An app with an ad unit in a group, and a key. */
export async function servedApp(world: HttpWorld) {
  const app = (await world.done('POST', `${ACCOUNT}/apps`, { body: { platform: 'ANDROID' } })).body;
  const body = { appId: app.appId, displayName: 'Start', adFormat: 'BANNER' };
  const { adUnitId } = (await world.done('POST', `${ACCOUNT}/adUnits`, { body })).body;
  const group = await newGroup(world, {
    targeting: { ...GROUP.targeting, adUnitIds: [adUnitId] },
    mediationGroupLines: { '-1': line('First') },
  });
  const keys = `/v1beta/${app.name}/servingKeys`;
  const { key, name } = (await world.done('POST', keys, { body: {} })).body;
  const at = `${world.url}/serve/v1/${key}`;
  return {
    appId: app.appId as string,
    adUnitId: adUnitId as string,
    group,
    keys,
    key: key as string,
    at,
    snapshotUrl: `${at}/apps/${app.appId}.json`,
    resolveUrl: (query: Readonly<Record<string, string>> = {}) =>
      `${at}/resolve?${new URLSearchParams({ adUnitId, ...query })}`,
    revoke: () => world.done('POST', `/v1beta/${name}:revoke`, { body: {} }),
    rename: (displayName: string) =>
      world.done('PATCH', group.path, {
        query: { updateMask: `mediationGroupLines["-1"]` },
        body: { mediationGroupLines: { '-1': line(displayName) } },
      }),
  };
}
