import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkError, reasonOf, violationsOf } from '../http/support/envelope.ts';
import { exchangeRaw } from '../http/support/raw.ts';
import { GROUP, GROUPS, newGroup, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();

describe('Ruling 44: a repeated member in a JSON body', () => {
  const line = JSON.stringify(GROUP.mediationGroupLines['-1']);

  it.each([
    ['-1', JSON.stringify(GROUP).replace('{"-1":', `{"-1":${line},"-1":`)],
    ['displayName', JSON.stringify(GROUP).replace('{', '{"displayName":"First",')],
    ['displayName', JSON.stringify(GROUP).replace('{', '{"display\\u004eame":"Group",')],
    ['a', JSON.stringify(GROUP).replace('{', '{"unknown":[{"a":1,"a":1}],')],
  ])('a repeated member in a JSON body gets 400, and the error names the member: %s', async (name, body) => {
    const { path } = await newGroup(world());
    for (const [method, at] of [
      ['POST', GROUPS],
      ['PATCH', path],
    ] as const) {
      const { status, error } = await world().unchanged(() => world().call(method, at, { body }));
      expect([status, reasonOf(error), violationsOf(error)]).toEqual([
        400,
        'REPEATED_MEMBER',
        [expect.objectContaining({ field: name })],
      ]);
    }
  });

  it('a repeated member is answered with 400 in the admin interface too', async () => {
    const token = readFileSync(world().server.context.folder.adminToken, 'utf8').trim();
    const send = (body: Buffer) =>
      exchangeRaw(
        world().server.adminUrl,
        [
          'POST /admin/v1/publishers HTTP/1.1',
          'host: x',
          `authorization: Bearer ${token}`,
          'content-type: application/json',
          `content-length: ${body.length}`,
        ],
        body,
      );
    for (const [body, reason] of [
      [Buffer.from('{"displayName":"A","displayName":"B"}'), 'REPEATED_MEMBER'],
      [Buffer.from('{"displayName":"\xff"}', 'latin1'), 'MALFORMED_BODY'],
      [Buffer.from('{"displayName":"A","__proto__":{}}'), 'MALFORMED_BODY'],
    ] as const) {
      const { status, text } = await world().unchanged(() => send(body));
      expect([status, reasonOf(checkError(status, text))]).toEqual([400, reason]);
    }
    expect((await send(Buffer.from('{"displayName":"A"}'))).status).toBe(200);
  });
});
