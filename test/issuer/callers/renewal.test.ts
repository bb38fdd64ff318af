import { writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { describe, expect, it } from 'vitest';
import { newIdentity, writeTls } from '../../support/tls.ts';
import { expectServed, startScene, useScene } from './support.ts';

describe('A renewed TLS certificate needs no restart', () => {
  const scene = useScene(() => startScene(() => ({})));

  it('new connections use a renewed certificate within a second, and open connections stay open', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const before = scene().identity.cert;
    expectServed(await scene().call({ ca: before, agent }));
    const renewed = await newIdentity({ kind: 'rsa' });
    writeTls(scene().folder, renewed);
    scene().serving.advance(1000);
    expectServed(await scene().call({ ca: renewed.cert }));
    expectServed(await scene().call({ ca: before, agent }));
    await expect(scene().call({ ca: before })).rejects.toThrow(/self-signed|certificate/);
    agent.destroy();
    expect(scene().serving.log.join('')).toMatch(/"setting":"tls","msg":"files read again"/);
  });

  it('SIGHUP makes the server read the TLS files at once', async () => {
    const renewed = await newIdentity();
    writeTls(scene().folder, renewed);
    scene().serving.server.reload();
    expectServed(await scene().call({ ca: renewed.cert }));
  });

  it('the old certificate and key stay in use until the new files match each other', async () => {
    const [first, second] = [await newIdentity(), await newIdentity()];
    writeTls(scene().folder, first);
    scene().serving.server.reload();
    writeFileSync(`${scene().folder}/tls.crt`, second.cert);
    scene().serving.advance(1000);
    expectServed(await scene().call({ ca: first.cert }));
    expect(scene().serving.log.join('')).toMatch(/is not the key of the first certificate/);
    writeTls(scene().folder, second);
    scene().serving.advance(1000);
    expectServed(await scene().call({ ca: second.cert }));
  });

  it('renewing the certificate does not change the minimum TLS version and the cipher suites', async () => {
    const { server } = scene().serving;
    const { connect } = await import('node:tls');
    const { hostname, port } = new URL(server.issuerUrl);
    const options = { host: hostname, port: Number(port), rejectUnauthorized: false } as const;
    const refused = new Promise((resolve) => {
      const weak = { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA:ECDHE-RSA-AES128-SHA' } as const;
      connect({ ...options, ...weak })
        .once('error', resolve)
        .once('secureConnect', () => resolve('accepted'));
    });
    expect(await refused).toBeInstanceOf(Error);
  });
});
