import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { ISSUER_CATALOGUE } from '../../src/conformance/issuer/catalogue.ts';
import type { Report } from '../../src/conformance/report/contract.ts';
import { htmlOf } from '../../src/conformance/report/html.ts';
import { SANDBOX_REVOKED_SERIAL } from '../../src/wallet/index.ts';
import { codeFor, newHolder } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOOK_TIMEOUT, useWorld } from '../support/use-world.ts';
import { ISSUER_ID } from '../support/world.ts';
import { conformanceOf, HELD_SETTINGS, notPassed, runWithoutHooks } from './support/run.ts';

/** SHA-256 of the certificate that the simulated wallet's package is signed with. */
const WALLET_SIGNER = 'f0fd6c5b410f25cb25c3b53346c8972fae30f8ee7411df910480ad6b2d60db83';
const PLATFORM = 'https://platform.example';

const folder = temporaryFolder('conformance');
const keys = await generateKeyPair('ES256');

function strictSettings() {
  const revocationList = join(folder, 'revoked.json');
  writeFileSync(
    revocationList,
    JSON.stringify({ entries: { [SANDBOX_REVOKED_SERIAL]: { status: 'REVOKED' } } }),
  );
  return {
    'issuer.plaintext': false,
    'issuer.attestation.revocationList': revocationList,
    'issuer.attestation.applications': [{ package: 'com.google.android.gms', digest: WALLET_SIGNER }],
  };
}

const publicKey = { ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'ES256' };

function callerSettings() {
  const jwks = join(folder, 'jwks.json');
  writeFileSync(jwks, JSON.stringify({ keys: [publicKey] }));
  return { 'issuer.callers.jwks': jwks, 'issuer.callers.issuer': PLATFORM };
}

const token = (from: number) =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .setIssuer(PLATFORM)
    .setAudience(ISSUER_ID)
    .setIssuedAt(Math.floor(from / 1000))
    .setExpirationTime(Math.floor(from / 1000) + 60 * 86_400)
    .sign(keys.privateKey);

/** Data of the test holders, as the specimen records have them. */
const PERSONAL = /SPECIMEN|1970-01-01/;

describe('An issuer as in production, that Diptych is', () => {
  const world = useWorld({
    settings: { ...HELD_SETTINGS, ...strictSettings(), ...callerSettings() },
  });
  let report: Report;
  beforeAll(async () => {
    const headers = { authorization: `Bearer ${await token(world().now())}` };
    const setup = ['testRoot', 'encryptionRequired', 'revocationList', 'applicationSigners'] as const;
    report = await conformanceOf(world(), { target: { headers }, setup });
  }, HOOK_TIMEOUT);

  it('every case of the catalogue passes, except the one for unencrypted values', () => {
    expect(notPassed(report)).toEqual(['provision.plaintext notRun: needs plaintext']);
    expect(report.cases).toHaveLength(ISSUER_CATALOGUE.cases.length);
  });

  it('the run leaves nothing behind', async () => {
    expect(report.leftBehind).toEqual([]);
    expect((await world().admin('listHolders', {})).holders).toEqual([]);
  });

  it('the report has no personal data, codes or credentials of the caller', () => {
    const text = JSON.stringify(report) + htmlOf(report);
    expect(text).not.toMatch(PERSONAL);
    expect(text).not.toContain('Bearer');
  });
});

describe('A sandbox', () => {
  const world = useWorld({ settings: HELD_SETTINGS });

  it('unencrypted values pass where they are allowed', async () => {
    const report = await conformanceOf(world(), {
      setup: ['testRoot', 'plaintext'],
      only: ['provision.plaintext'],
    });
    expect(notPassed(report)).toEqual([]);
    expect(report.cases).toHaveLength(1);
  });

  it('a refusal of a fault proves nothing if the honest request is refused too', async () => {
    const report = await conformanceOf(world(), {
      codes: ['A-CODE-THAT-NOBODY-ISSUED'],
      only: ['fault.auth-key-by-another-key'],
    });
    expect(notPassed(report)).toEqual([
      'fault.auth-key-by-another-key inconclusive: an honest device did not reach the stage active: provisionCredential was refused with invalidIdentifier (HTTP 404)',
    ]);
  });
});

describe('A sandbox with the time of this machine', () => {
  const world = useWorld({ startAt: Date.now() });

  it('without hooks the run deletes all credentials that it made', async () => {
    const holder = await newHolder(world());
    const codes = [];
    for (let index = 0; index < 30; index += 1) codes.push(await codeFor(world(), holder));
    const report = await runWithoutHooks(world(), {
      codes,
      profile: 'blackbox',
      only: ['provision', 'msos', 'status', 'fault.second-credential'],
    });
    expect(report.leftBehind).toEqual([]);
    const { credentials } = await world().admin('listCredentials', {});
    const live = credentials.filter(({ state }) => state !== 'deleted');
    expect(notPassed(report)).toEqual(['provision.plaintext notRun: needs plaintext']);
    expect(credentials.length).toBeGreaterThan(report.cases.length / 2);
    expect(live).toEqual([]);
  });
});
