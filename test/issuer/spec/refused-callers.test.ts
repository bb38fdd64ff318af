import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OPERATION_NAMES } from '../../../src/issuer/contract/index.ts';
import { expectNothingWritten } from '../../support/database.ts';
import { parseRaw, rawExchange } from '../../support/raw-http.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { startWorld, type World } from '../../support/world.ts';

let world: World;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-ruling-48-'));
  const jwks = join(folder, 'jwks.json');
  const { publicKey } = await generateKeyPair('ES256');
  writeFileSync(jwks, JSON.stringify({ keys: [await exportJWK(publicKey)] }));
  world = await startWorld({ settings: { 'issuer.callers.jwks': jwks } });
}, HOOK_TIMEOUT);

afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A body of exactly this many bytes with a requestId. */
function sized(bytes: number): string {
  const body = (padding: string) => JSON.stringify({ requestMetadata: { requestId: 'r-1' }, padding });
  return body('x'.repeat(bytes - body('').length));
}

describe('Ruling 48: requests of a caller that is not admitted', () => {
  it.each([...OPERATION_NAMES, 'unknown', 'unknown/operation'])(
    '%s refuses a caller that is not admitted with permissionDenied, and echoes the requestId',
    async (operation) => {
      const path = `/v1/vdc/${operation}`;
      const answer = await expectNothingWritten(world, () => world.post(path, sized(200)));
      expectRefusal(answer, 'permissionDenied', 403);
      expect(answer.body.responseMetadata).toEqual({ requestId: 'r-1' });
    },
  );

  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])(
    'the method %s refuses a caller that is not admitted in the same way',
    async (method) => {
      for (const operation of ['healthCheck', 'unknown']) {
        const answer = await fetch(`${world.url}/v1/vdc/${operation}`, { method });
        expect([answer.status, await answer.json()]).toEqual([
          403,
          expect.objectContaining({ permissionDenied: {} }),
        ]);
      }
    },
  );

  it('a body of up to 16 KiB is read for its requestId; a larger one is neither read nor parsed', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    const echoed = async (bytes: number) => {
      const body = sized(bytes);
      const answer = await fetch(`${world.url}/v1/vdc/proofUser`, { method: 'POST', body });
      const isParsed = parse.mock.calls.some(([text]) => text === body);
      const { responseMetadata, permissionDenied } = (await answer.json()) as Record<string, unknown>;
      expect([answer.status, permissionDenied]).toEqual([403, {}]);
      return [(responseMetadata as { requestId: string }).requestId, isParsed];
    };
    try {
      expect(await echoed(16 * 1024)).toEqual(['r-1', true]);
      expect(await echoed(16 * 1024 + 1)).toEqual(['', false]);
      expect(await echoed(17 * 1024 * 1024)).toEqual(['', false]);
    } finally {
      parse.mockRestore();
    }
  });

  it('a large body is refused before it is complete, by its Content-Length or by the bytes that arrived', async () => {
    const head = (length: string) =>
      `POST /v1/vdc/proofUser HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${length}\r\n\r\n`;
    for (const parts of [
      [head('content-length: 16385')],
      [head('transfer-encoding: chunked'), `8000\r\n${' '.repeat(0x8000)}\r\n`],
    ]) {
      const { status, body } = parseRaw(await rawExchange(world.url, parts));
      expect([status, body]).toEqual([403, expect.objectContaining({ responseMetadata: { requestId: '' } })]);
    }
  });
});

describe('The body of a caller that is admitted', () => {
  it('a body is parsed only once, also if the request is refused', async () => {
    const open = await startWorld();
    const parse = vi.spyOn(JSON, 'parse');
    try {
      const body = sized(500);
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${open.url}/v1/vdc/proofUser`, { method: 'POST', headers, body });
      expect(answer.status).toBe(400);
      expect(parse.mock.calls.filter(([text]) => text === body)).toHaveLength(1);
      expect(await answer.json()).toMatchObject({ responseMetadata: { requestId: 'r-1' } });
    } finally {
      parse.mockRestore();
      await open.close();
    }
  });
});
