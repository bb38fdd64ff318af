import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../../src/resolve/index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { doneBy, mediationOf, useToken } from '../commands/support/mediation.ts';
import { useHttpWorld } from '../http/support/world.ts';
import { servedApp } from './support/app.ts';

const PUBLIC = 'https://ads.example';

describe.each([
  ['the public address', { 'oauth.issuerUrl': PUBLIC }, (key: string) => `${PUBLIC}/serve/v1/${key}/events`],
  [
    'the setting',
    { 'oauth.issuerUrl': PUBLIC, 'mediation.serving.eventUrl': 'https://relay.example/?app={key}' },
    (key: string) => `https://relay.example/?app=${key}`,
  ],
])('A snapshot of a server with %s', (_, settings, expected) => {
  const world = useHttpWorld(settings);
  useToken(() => world().token.write);
  const done = doneBy(mediationOf(world));

  it('has the address of events from there, also in a bucket', async () => {
    const app = await servedApp(world());
    const served = (await (await fetch(app.snapshotUrl)).json()) as Snapshot;
    expect(served.eventUrl).toBe(expected(app.key));
    const folder = temporaryFolder('event-url');
    await done('publish', folder, '--app', app.appId);
    const path = join(folder, 'serve/v1', app.key, 'apps', `${app.appId}.json`);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(served);
  });
});
