import { generateKeyPairSync } from 'node:crypto';
import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { SCOPE_NAMES } from '../../../accounts/permissions.ts';
import type { AuthorizationServerOptions } from '../options.ts';
import { PATHS } from '../paths.ts';
import { protocolPlugin } from '../protocol.ts';
import { currentProvider } from './provider.ts';

const keyOf = (keyId: string) => ({
  keyId,
  jwk: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
});

const DOCUMENTS = [PATHS.keys, ...PATHS.discovery];

it.each(DOCUMENTS)('%s is made once for all callers, and again when the keys change', async (path) => {
  let keys = [keyOf('first')];
  const options = {
    issuer: () => 'https://issuer.example',
    keys: { current: () => keys },
    secrets: { cookies: 'secret' },
    scopes: Object.fromEntries(SCOPE_NAMES.map((name) => [name, name])),
    lifetimes: { accessToken: 60, refreshToken: 60, session: 60 },
    clock: Date.now,
  } as unknown as AuthorizationServerOptions;
  const current = currentProvider(options, new WeakMap());
  let made = 0;
  const provider = () => {
    const own = current();
    const callback = own.callback();
    vi.spyOn(own, 'callback').mockReturnValue(async (...exchange) => {
      made += 1;
      await callback(...exchange);
    });
    return own;
  };
  const listener = Fastify();
  await listener.register(protocolPlugin, { ...options, provider });
  const ask = async (origin?: string) => {
    const { statusCode, headers, body } = await listener.inject({
      url: path,
      headers: origin === undefined ? {} : { origin },
    });
    const { date: _, connection: __, 'keep-alive': ___, ...others } = headers;
    return { statusCode, headers: others, body };
  };

  const first = await ask();
  expect(first.statusCode).toBe(200);
  expect(first.headers['access-control-allow-origin']).toBe('*');
  expect(await ask()).toEqual(first);
  const { headers } = await ask('https://app.example');
  expect(headers['access-control-allow-origin']).toBe('https://app.example');
  expect(made).toBe(1);

  keys = [keyOf('second'), ...keys];
  const changed = await ask();
  expect(made).toBe(2);
  if (path === PATHS.keys) expect(changed.body).toContain('second');
  await listener.close();
});
