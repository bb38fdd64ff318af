import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { leastToll } from '../support/least-toll.ts';
import { expectBounded, useTarget } from '../support/target.ts';

const PUBLISHER = 'pub-1111111111111111';
const target = useTarget();

const batchOf = (part: string) => `--b\n${part}\n--b--\n`;

/** Headers and bodies of batches, by name: the content type and the body. */
const ATTACKS: Readonly<Record<string, readonly [string, string]>> = {
  'a header of 40 000 blanks and a NUL': [
    'multipart/mixed; boundary=b',
    batchOf(`a:${' '.repeat(40_000)}\0\n`),
  ],
  'a header of 10 MB of blanks and a NUL': [
    'multipart/mixed; boundary=b',
    batchOf(`a:${' '.repeat(10_000_000)}\0\n`),
  ],
  '2 600 000 lines of headers': ['multipart/mixed; boundary=b', batchOf('a:1\n'.repeat(2_600_000))],
  '10 000 000 empty lines': ['multipart/mixed; boundary=b', '\n'.repeat(10_000_000)],
  '10 MB of what almost is a delimiter': [
    `multipart/mixed; boundary=${'-'.repeat(70)}`,
    `\n${'-'.repeat(71)}x`.repeat(140_000),
  ],
  '1000 parts whose content types are blanks': [
    'multipart/mixed; boundary=b',
    `${`--b\ncontent-type: application/http${' '.repeat(9000)};\n\n`.repeat(1000)}--b--`,
  ],
  'a content type of 60 000 blanks': [`multipart/mixed${' '.repeat(60_000)}; boundary=b`, '--b--'],
};

it.each(Object.entries(ATTACKS))('a batch with %s is refused at once', async (_, [contentType, text]) => {
  const { connection, send } = target();
  await callAdmin(connection, 'createPublisher', { id: PUBLISHER, displayName: 'Acme' }).catch(() => {});
  const { accessToken } = await callAdmin(connection, 'issueToken', {
    publishers: [PUBLISHER],
    scopes: ['monetization'],
  });
  const body = gzipSync(text);
  const batch = (authorization: string) => [
    [
      'POST /batch HTTP/1.1',
      'Host: x',
      'Connection: close',
      `Content-Type: ${contentType}`,
      'Content-Encoding: gzip',
      `Content-Length: ${body.length}`,
      `${authorization}\r\n\r\n`,
    ].join('\r\n'),
    body,
  ];
  let statuses: number[] = [];
  const toll = await leastToll(target(), async () => {
    statuses = [];
    for (const authorization of ['X-No: credential', `Authorization: Bearer ${accessToken}`])
      statuses.push((await send(batch(authorization))).status);
  });
  expect(statuses).toEqual([401, 400]);
  expectBounded(toll);
});
