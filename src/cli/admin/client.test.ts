import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callAdmin } from './client.ts';

const received: string[] = [];
const server = createServer((request, response) => {
  received.push(`${request.method} ${request.url}`);
  response.setHeader('content-type', 'application/json').end('{"id":"user-7"}');
});
let connection: { readonly url: string; readonly token: string };

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  connection = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'x' };
});
afterAll(() => server.close());

it('an email is sent in a body, and only the id of its user in an address', async () => {
  await callAdmin(connection, 'disableUser', { user: 'ada@example.com' });
  expect(received).toEqual(['POST /admin/v1/users:find', 'POST /admin/v1/users/user-7:disable']);
});
