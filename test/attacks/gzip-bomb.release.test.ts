import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { expectBounded, useTarget } from '../support/target.ts';

const MB = 1024 * 1024;
const BOMB = gzipSync(Buffer.alloc(256 * MB, ' '), { level: 9 });
const PUBLISHER = 'pub-1111111111111111';

const target = useTarget();

function bomb(authorization: string): readonly (string | Uint8Array)[] {
  const head = [
    `POST /v1beta/accounts/${PUBLISHER}/mediationGroups HTTP/1.1`,
    'Host: x',
    'Connection: close',
    'Content-Type: application/json',
    'Content-Encoding: gzip',
    `Content-Length: ${BOMB.length}`,
    authorization,
  ].filter((line) => line !== '');
  return [`${head.join('\r\n')}\r\n\r\n`, BOMB];
}

it('a body that inflates to 256 MB is refused before it is inflated', async () => {
  const { connection, send } = target();
  await callAdmin(connection, 'createPublisher', { id: PUBLISHER, displayName: 'Acme' });
  const { accessToken } = await callAdmin(connection, 'issueToken', {
    publishers: [PUBLISHER],
    scopes: ['monetization'],
  });
  const statuses: number[] = [];
  const toll = await target().toll(async () => {
    for (const authorization of ['', `Authorization: Bearer ${accessToken}`])
      statuses.push((await send(bomb(authorization))).status);
  });
  expect(statuses).toEqual([401, 413]);
  expectBounded(toll);
});
