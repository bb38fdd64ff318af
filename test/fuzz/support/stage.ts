import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { type Device, simulatedDevice } from '../../../src/wallet/index.ts';
import { signInTo } from '../../console/support/people.ts';
import { newUser } from '../../support/operator.ts';
import { MDL, mdl } from '../../support/records.ts';
import { startTarget, type Target } from '../../support/target.ts';
import { HOOK_TIMEOUT } from '../../support/use-world.ts';
import { ISSUER_ID } from '../../support/world.ts';
import { fillStore, PUBLISHER, type Sizes } from './contents.ts';

export type ListenerName = 'panels' | 'issuer' | 'admin';

/** A server with data, credentials with every permission, and values that requests use. */
export interface Stage {
  readonly target: Target;
  readonly urls: Readonly<Record<ListenerName, string>>;
  /** Values of the header Authorization that are accepted. */
  readonly credentials: Readonly<Record<ListenerName, string>>;
  /** The cookie of a user who is signed in to the mediation console. */
  readonly cookie: string;
  readonly device: Device;
  /** Existing values, by the name of the member that contains them. */
  readonly known: Readonly<Record<string, string>>;
  readonly client: { readonly id: string; readonly redirectUri: string };
}

const MONTH = 30 * 86_400;
const HOLDER = 'holder-1';
const USER = { email: 'ada@example.com', password: 'correct horse battery' };

/** A platform that calls the issuer panel: keys for the server, a token for the requests. */
async function caller(folder: string) {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwks = join(folder, 'callers.json');
  writeFileSync(
    jwks,
    JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' }] }),
  );
  const token = await new SignJWT({ sub: 'platform' })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setAudience(ISSUER_ID)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + MONTH)
    .sign(privateKey);
  return { jwks, authorization: `Bearer ${token}` };
}

const address = (output: string, name: string) =>
  new RegExp(`^${name} +(http://[^/]+)/`, 'm').exec(output)?.[1] ?? '';

/** A phone whose holder has an active credential. */
async function activePhone(url: string, authorization: string, code: string): Promise<Device> {
  const device = simulatedDevice({
    issuer: {
      baseUrl: url,
      issuerId: ISSUER_ID,
      async transport(target, body) {
        const headers = { 'content-type': 'application/json', authorization };
        const response = await fetch(target, { method: 'POST', headers, body });
        return {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          text: await response.text(),
        };
      },
    },
  });
  await device.register();
  await device.proof(code);
  await device.provision();
  await device.provisionMsos(1);
  return device;
}

/** The cookie of a user whose sessions no other request ends. */
async function consoleCookie(url: string, { connection }: Target): Promise<string> {
  const email = 'eve@example.com';
  const user = await newUser({ url, connection }, email);
  await callAdmin(connection, 'changeUserPublishers', { user, add: [PUBLISHER] });
  return (await signInTo(url, email)).cookie();
}

async function startStage(folder: string, sizes: Sizes): Promise<Stage> {
  const { jwks, authorization } = await caller(folder);
  await fillStore(folder, sizes);
  const target = await startTarget(folder, {
    DIPTYCH_ISSUER_PORT: '0',
    DIPTYCH_ISSUER_CALLERS_JWKS: jwks,
    DIPTYCH_CONSOLE_NAMES: '["localhost"]',
    DIPTYCH_LOG_LEVEL: 'silent',
  });
  const { connection, output } = target;
  const urls = {
    panels: address(output, 'mediation panel'),
    issuer: address(output, 'issuer panel'),
    admin: connection.url,
  };
  await callAdmin(connection, 'importHolders', { holders: [{ id: HOLDER, elements: mdl() }] });
  const { code, id: codeId } = await callAdmin(connection, 'issueCode', { holderId: HOLDER });
  const device = await activePhone(urls.issuer, authorization, code);
  const { accessToken } = await callAdmin(connection, 'issueToken', {
    publishers: [PUBLISHER],
    scopes: ['monetization', 'readonly'],
  });
  const { id: user } = await callAdmin(connection, 'createUser', { ...USER, publishers: [PUBLISHER] });
  const cookie = await consoleCookie(urls.panels, target);
  const { client } = await callAdmin(connection, 'createOAuthClient', { name: 'Ad desk' });
  const { deviceReferenceId, proofing, credentialId = '' } = device.state;
  return {
    target,
    urls,
    credentials: {
      panels: `Bearer ${accessToken}`,
      issuer: authorization,
      admin: `Bearer ${connection.token}`,
    },
    cookie,
    device,
    known: {
      issuerId: ISSUER_ID,
      deviceReferenceId,
      proofingId: proofing?.proofingId ?? '',
      credentialId,
      holderId: HOLDER,
      documentType: MDL,
      codeId,
      user,
      email: USER.email,
      client: client.id,
      publisher: PUBLISHER,
    },
    client: { id: client.id, redirectUri: client.redirectUris[0] ?? '' },
  };
}

/** One server for all tests of a file. */
export function useStage(sizes: Sizes): () => Stage {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-fuzz-'));
  let stage: Stage | undefined;
  beforeAll(async () => {
    stage = await startStage(folder, sizes);
  }, 2 * HOOK_TIMEOUT);
  afterAll(async () => {
    await stage?.target.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  return () => stage as Stage;
}
