import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { GROUPS, INMOBI, newGroup, OWN_NETWORK, useHttpWorld } from '../http/support/world.ts';
import { JSON_BODY, sender } from './support/send.ts';

const world = useHttpWorld();
const send = sender(world);

describe('the Node client', () => {
  it('the Node client percent-encodes everything in a query', async () => {
    const { path } = await newGroup(world());
    const mask = encodeURIComponent('mediationGroupLines["-1"]');
    const { status, text } = await send({
      method: 'PATCH',
      target: `${path}?%24.xgafv=2&updateMask=${mask}&key=k&quotaUser=u&uploadType=x&upload_protocol=y`,
      headers: [JSON_BODY, 'user-agent: google-api-nodejs-client/8.0.3'],
      body: JSON.stringify({ mediationGroupLines: { '-1': { adSourceId: INMOBI, cpmMode: 'LIVE' } } }),
    });
    const lines = Object.values(JSON.parse(text).mediationGroupLines) as { adSourceId: string; id: string }[];
    expect([status, lines.map(({ adSourceId }) => adSourceId)]).toEqual([
      200,
      expect.arrayContaining([INMOBI, OWN_NETWORK]),
    ]);
    for (const { id } of lines) expect(id).toMatch(/^\d{16}$/);
  });

  it('the Node client has (gzip) in its user agent and gets compressed answers', async () => {
    const { group } = await newGroup(world());
    const { headers, body } = await send({
      method: 'GET',
      target: GROUPS,
      headers: [
        'accept-encoding: gzip, deflate, br',
        'user-agent: google-api-nodejs-client/8.0.3 (gzip)',
        'x-goog-api-client: gdcl/8.0.3 gl-node/24.0.0',
      ],
    });
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(body).toString()).toContain(group.name);
  });
});
