import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registeredDevice } from '../support/devices.ts';
import { type TlsAuthority, tlsAuthority } from '../support/tls-authority.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';
import { prove } from './support.ts';

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const MDL = 'org.iso.18013.5.1';
const folder = mkdtempSync(join(tmpdir(), 'diptych-example-'));
const inFolder = (name: string, content: string) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const holder = JSON.parse(readFileSync(path('data/demo/holder.json'), 'utf8'));

/** A process of the example, started like a reader of the guide starts it. */
class Example {
  readonly #child: ChildProcess;
  #output = '';

  constructor(settings: Readonly<Record<string, string>>) {
    this.#child = spawn(process.execPath, [path('docs/examples/system-of-record/server.ts')], {
      env: { PATH: process.env.PATH ?? '', PORT: '0', ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
    });
  }

  async #printed(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.#output)?.[1];
      if (found !== undefined) return found;
      if (this.#child.exitCode !== null) throw new Error(`the example ended: ${this.#output}`);
      await new Promise((resolve) => this.#child.stdout?.once('data', resolve));
    }
  }

  url = () => this.#printed(/listening on (\S+)\n/);
  /** The last code that the example printed. */
  code = () => this.#printed(/code (\S+)\n$/);

  stop(): Promise<unknown> {
    const gone = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill();
    return gone;
  }
}

describe('The example system of record, docs/examples/system-of-record', () => {
  let example: Example;
  let world: World;

  beforeAll(async () => {
    const tokenFile = inFolder('token', 'a-token\n');
    example = new Example({ TOKEN_FILE: tokenFile, HOLDER: inFolder('holder.json', JSON.stringify(holder)) });
    world = await startWorld({
      settings: {
        'issuer.records.source': 'http',
        'issuer.records.url': await example.url(),
        'issuer.records.tokenFile': tokenFile,
      },
    });
  }, HOOK_TIMEOUT);
  afterAll(async () => {
    await world.close();
    await example.stop();
    rmSync(folder, { recursive: true });
  });

  it('a device enrols with a code that the example prints, and fetches data that changed in the example', async () => {
    const device = await registeredDevice(world);
    await device.proof(await example.code());
    expect(await device.proofingStatus()).toEqual({ accepted: {} });
    await device.provision();
    expect(await device.provisionMsos(2)).toBeDefined();
    const elements = { ...holder.elements, [MDL]: { ...holder.elements[MDL], resident_city: 'Elsewhere' } };
    inFolder('holder.json', JSON.stringify({ ...holder, elements }));
    const refreshed = await world.admin('refreshHolder', { id: holder.id });
    expect(refreshed).toMatchObject({
      result: 'updated',
      supersededCredentials: 1,
      changedElements: [`${MDL}/resident_city`],
    });
    await device.update(1);
    expect((await device.status()).credentialStatus).toHaveProperty('active');
  }, 60_000);

  it('the example accepts a code once, and refuses a code that it never issued', async () => {
    const code = await example.code();
    expect(await (await prove(world, code)).status()).toEqual({ accepted: {} });
    for (const wrong of [code, 'never given']) {
      expect(await (await prove(world, wrong)).status()).toHaveProperty('rejected');
    }
  });

  it('the example refuses a call without the token, or without a client certificate if it requires one', async () => {
    const call = { method: 'POST', body: JSON.stringify({ id: holder.id, requestId: 'r' }) };
    const address = `${await example.url()}/v1/records:get`;
    expect((await fetch(address, call)).status).toBe(401);
    expect((await fetch(address, { ...call, headers: { authorization: 'Bearer x' } })).status).toBe(401);
  });
});

describe('docs/examples/system-of-record over mTLS', () => {
  it("the example accepts the server's client certificate", async () => {
    const folderOfTls = mkdtempSync(join(tmpdir(), 'diptych-example-tls-'));
    const file = (name: string, content: string) => {
      writeFileSync(join(folderOfTls, name), content);
      return join(folderOfTls, name);
    };
    const authority: TlsAuthority = await tlsAuthority('example');
    const [server, client] = [await authority.issue('127.0.0.1'), await authority.issue('diptych')];
    const ca = file('ca.pem', authority.certificate);
    const example = new Example({
      TLS_CERTIFICATE: file('server.pem', server.certificate),
      TLS_KEY: file('server.key', server.key),
      TLS_CLIENT_CA: ca,
    });
    const world = await startWorld({
      settings: {
        'issuer.records.source': 'http',
        'issuer.records.url': await example.url(),
        'issuer.records.ca': ca,
        'issuer.records.clientCertificate': file('client.pem', client.certificate),
        'issuer.records.clientKey': file('client.key', client.key),
      },
    });
    expect(await (await prove(world, await example.code())).status()).toEqual({ accepted: {} });
    await world.close();
    await example.stop();
    rmSync(folderOfTls, { recursive: true });
  }, 60_000);
});
