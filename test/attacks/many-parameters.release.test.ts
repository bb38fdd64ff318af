import { expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { leastToll } from '../support/least-toll.ts';
import { expectBounded, useTarget } from '../support/target.ts';

const PUBLISHER = 'pub-1111111111111111';
const GROUPS = `/v1beta/accounts/${PUBLISHER}/mediationGroups`;
const target = useTarget();

const JSON_TYPE = 'Content-Type: application/json';
const FORM = 'Content-Type: application/x-www-form-urlencoded';

it.each([
  [
    'an update mask of 30 000 paths',
    `PATCH ${GROUPS}/1?updateMask=${'a,'.repeat(30_000)}x`,
    JSON_TYPE,
    '{}',
    400,
  ],
  [
    'a form of 260 000 parameters',
    `POST ${GROUPS}`,
    `X-HTTP-Method-Override: GET\r\n${FORM}`,
    'a=1&'.repeat(260_000),
    413,
  ],
] as const)('a request with %s is refused at once', async (_, request, headers, body, expected) => {
  const { connection, send } = target();
  await callAdmin(connection, 'createPublisher', { id: PUBLISHER, displayName: 'Acme' }).catch(() => {});
  const { accessToken } = await callAdmin(connection, 'issueToken', {
    publishers: [PUBLISHER],
    scopes: ['monetization'],
  });
  const head = [`${request} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${accessToken}`, headers];
  let status = 0;
  const toll = await leastToll(target(), async () => {
    ({ status } = await send(`${[...head, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`));
  });
  expect(status).toBe(expected);
  expectBounded(toll);
});
