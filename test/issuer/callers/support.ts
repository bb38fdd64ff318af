import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import {
  type Identity,
  newIdentity,
  type Received,
  type SendOptions,
  send,
  writeTls,
} from '../../support/tls.ts';
import { useOpened } from '../../support/use-opened.ts';
import { ISSUER_ID, type Serving, startServing } from '../../support/world.ts';

export const OPERATION = '/v1/vdc/getDeviceRegistrationNonce';

export const body = (issuerId = ISSUER_ID, deviceReferenceId = 'd') =>
  JSON.stringify({
    requestMetadata: { requestId: 'r-1', version: { major: 1 }, issuerId },
    deviceReferenceId,
  });

export interface Scene {
  readonly serving: Serving;
  /** The key and the TLS certificate of the server. */
  readonly identity: Identity;
  /** The folder of the server's TLS files. */
  readonly folder: string;
  /** Calls an operation of the issuer panel. */
  call(options?: SendOptions): Promise<Received>;
}

type Given = Readonly<Record<string, unknown>>;
export type OpenScene = Scene & { close(): Promise<void> };

/** Starts a server with TLS on all listeners, and a separate listener for the issuer panel. */
export async function startScene(settingsIn: (folder: string) => Given, own?: Identity): Promise<OpenScene> {
  const identity = own ?? (await newIdentity());
  const folder = mkdtempSync(join(tmpdir(), 'diptych-callers-'));
  const { certificate, key } = writeTls(folder, identity);
  const serving = await startServing({
    startAt: Date.now(),
    settings: {
      'issuer.port': 0,
      'tls.certificate': certificate,
      'tls.key': key,
      'adminTls.certificate': certificate,
      'adminTls.key': key,
      ...settingsIn(folder),
    },
  });
  return {
    serving,
    identity,
    folder,
    call: (options) => send(`${serving.server.issuerUrl}${OPERATION}`, { body: body(), ...options }),
    async close() {
      await serving.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One server for all tests of a file or of a `describe`. */
export const useScene = (prepare: () => Promise<OpenScene>): (() => Scene) => useOpened(prepare);

export function expectDenied({ status, body: refused }: Received, words: RegExp): void {
  expect([status, refused.permissionDenied, refused.responseMetadata]).toEqual([
    403,
    {},
    { requestId: 'r-1' },
  ]);
  expect(refused.errorDescription).toMatch(words);
}

export const expectServed = ({ status, body: answer }: Received): void =>
  expect([status, typeof answer.nonce]).toEqual([200, 'string']);
