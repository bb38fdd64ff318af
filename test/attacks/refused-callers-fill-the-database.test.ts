import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { expect, it } from 'vitest';
import { OPERATION_NAMES } from '../../src/issuer/contract/index.ts';
import { rawExchange } from '../support/raw-http.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startWorld } from '../support/world.ts';

it('requests of callers that are not admitted are counted but not stored', async () => {
  const jwks = join(temporaryFolder('callers'), 'jwks.json');
  const { publicKey } = await generateKeyPair('ES256');
  writeFileSync(jwks, JSON.stringify({ keys: [await exportJWK(publicKey)] }));
  const world = await startWorld({ settings: { 'issuer.callers.jwks': jwks } });
  try {
    const body = JSON.stringify({ requestMetadata: { requestId: 'r-1' } });
    for (const operation of [...OPERATION_NAMES, 'unknown']) {
      for (const given of [body, '', '{', `${body.slice(0, -1)}, "x": "${'x'.repeat(20_000)}"}`])
        await fetch(`${world.url}/v1/vdc/${operation}`, { method: 'POST', body: given });
    }
    await rawExchange(world.url, ['POST /v1/vdc/proofUser HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n']);
    const { context } = world.server;
    await context.requests.settled();
    expect(await context.database.reader.selectFrom('handled_request').selectAll().execute()).toEqual([]);
    const metrics = await (await fetch(`${world.server.adminUrl}/metrics`)).text();
    expect(metrics).toMatch(
      /diptych_issuer_request_seconds_count\{[^}]*operation="proofUser",outcome="permissionDenied"\} 4/,
    );
  } finally {
    await world.close();
  }
});
