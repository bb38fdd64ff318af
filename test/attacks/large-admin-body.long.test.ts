import { describe, expect, it } from 'vitest';
import { rawExchange } from '../support/raw-http.ts';
import { expectBounded, useTarget } from '../support/target.ts';

const MB = 1024 * 1024;
/** Each method of the admin interface once took this much memory and was busy for three seconds. */
const SIZE = 60 * MB;
const target = useTarget();

const post = (path: string, body: string, type = 'application/json') => {
  const { url, token } = target().connection;
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    `Authorization: Bearer ${token}`,
  ];
  return rawExchange(url, [`${head.join('\r\n')}\r\n\r\n${body}`]);
};

/** Announces the whole body and sends only its beginning. Returns the status of the answer. */
async function announce(path: string, authorization: string): Promise<number> {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${SIZE}`,
    `Authorization: Bearer ${authorization}`,
  ];
  const start = `{"x":[${'[],'.repeat(10_000)}`;
  const text = await rawExchange(target().connection.url, [`${head.join('\r\n')}\r\n\r\n${start}`], 5000);
  return Number(text.split(' ')[1]);
}

describe('A body of 60 MB on the admin interface', () => {
  it.each(['/admin/v1/codes', '/admin/v1/holders:import'])(
    'a body of 60 MB is refused before it is read, with and without a token: %s',
    async (path) => {
      const { connection } = target();
      const statuses: number[] = [];
      const toll = await target().toll(async () => {
        statuses.push(await announce(path, 'of a stranger'));
        statuses.push(await announce(path, connection.token));
      });
      expect(statuses).toEqual([401, 413]);
      expectBounded(toll);
    },
  );
});

it('a body of an import with too many values is refused before it is parsed', async () => {
  const members = Array.from({ length: 140_000 }, (_, index) => `"${index.toString(36)}":[]`);
  let answer = '';
  const toll = await target().toll(async () => {
    answer = await post('/admin/v1/holders:import', `{"holders":[{${members.join()}}]}`);
  });
  expect(answer).toContain('"TOO_MANY_VALUES"');
  expectBounded(toll);
});

it.each([
  ['text', JSON.stringify('x'.repeat(250_000))],
  ['a list', JSON.stringify(Array(19_000).fill(0))],
  ['a number', '5'],
])('a body that is %s is refused before its members are read', async (_, body) => {
  let answer = '';
  const toll = await target().toll(async () => {
    answer = await post('/admin/v1/catalogue:reload', body);
  });
  expect(answer).toContain('must be a JSON object');
  expectBounded(toll);
});

it('a body with 19000 members is refused before they are checked one by one', async () => {
  const members = Array.from({ length: 19_000 }, (_, index) => `"${index.toString(36)}":1`);
  let answer = '';
  const toll = await target().toll(async () => {
    answer = await post('/admin/v1/catalogue:reload', `{${members.join()}}`);
  });
  expect(answer).toContain('has more than 100 members');
  expectBounded(toll);
});

it('a body of another type than JSON is refused without parsing it', async () => {
  let answer = '';
  const toll = await target().toll(async () => {
    answer = await post('/admin/v1/codes', 'x'.repeat(250_000), 'text/plain');
  });
  expect(answer).toContain('"UNSUPPORTED_MEDIA_TYPE"');
  expectBounded(toll);
});
