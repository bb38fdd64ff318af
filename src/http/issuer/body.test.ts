import { PassThrough } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { bodyBytes, readUnadmitted } from './body.ts';

it('the server does not wait for the body of a caller who disconnected', async () => {
  const raw = new PassThrough();
  raw.destroy();
  await new Promise((resolve) => raw.once('close', resolve));
  const request = { raw, headers: {} } as unknown as FastifyRequest;
  const waited = new Promise((resolve) => setImmediate(resolve, 'waits'));
  expect(await Promise.race([readUnadmitted(request).then(() => 'read'), waited])).toBe('read');
  expect(bodyBytes(request)).toBe(0);
});
