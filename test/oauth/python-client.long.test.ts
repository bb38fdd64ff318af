import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { SCOPE, useOAuthWorld } from '../support/oauth-world.ts';
import { pythonWithGoogleSignIn } from '../support/python.ts';

const world = useOAuthWorld();
const python = pythonWithGoogleSignIn();
const script = fileURLToPath(new URL('support/identity.py', import.meta.url));

const IDENTITY = ['openid', 'email'];

it.skipIf(python === undefined).each([
  ['one of the interface', [SCOPE.readonly]],
  ['those of identity too', [SCOPE.readonly, ...IDENTITY]],
  ['those of identity alone', IDENTITY],
  ['openid alone', ['openid']],
  ['offline_access by name', [SCOPE.readonly, 'openid', 'offline_access']],
])(
  'the official Python client accepts the scope of the answer when it asks for %s',
  { timeout: 60_000 },
  async (_, scopes) => {
    const { file, redirectUri } = await world().client();
    const client = spawn(python as string, [script, JSON.stringify(file), redirectUri, ...scopes], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(client, 'exit');
    const lines = createInterface(client.stdout)[Symbol.asyncIterator]();
    const back = await world().allow(world().browser(), String((await lines.next()).value));
    client.stdin.end(`${back}\n`);
    const { value } = await lines.next();
    expect((await ended)[0]).toBe(0);
    const { granted, idToken, isNew } = JSON.parse(String(value));
    expect(granted.sort()).toEqual([...scopes].sort());
    expect([idToken, isNew]).toEqual([scopes.includes('openid'), true]);
  },
);
