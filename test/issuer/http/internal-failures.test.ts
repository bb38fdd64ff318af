import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES, OPERATIONS } from '../../../src/issuer/contract/index.ts';
import { IssuerRefusal } from '../../../src/wallet/index.ts';
import { expectNothingWritten } from '../../support/database.ts';
import { activePhone, bodyOf, provisionedPhone, registeredDevice, send } from '../../support/devices.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { useWorld } from '../../support/use-world.ts';
import { type Answer, startWorld, type World } from '../../support/world.ts';

/** Starts the server again on the same data, so that it has read no private key yet. */
async function restarted(world: World): Promise<World> {
  await world.server.close();
  return startWorld({ folder: world.folder });
}

async function end(world: World): Promise<void> {
  await world.close();
  rmSync(world.folder, { recursive: true, force: true });
}

/** Removes the private key of a role during the work. */
async function withoutKey<T>(world: World, role: string, work: () => Promise<T>): Promise<T> {
  const { keys } = await world.admin('listKeys', {});
  const { id } = keys.find((key) => key.role === role && key.stage === 'active') ?? { id: '' };
  const path = join(world.server.context.folder.keys, `${id}.pem`);
  renameSync(path, `${path}.away`);
  try {
    return await work();
  } finally {
    renameSync(`${path}.away`, path);
  }
}

function expectInternal({ status, body }: Answer): void {
  expect(status).toBe(500);
  expect(Object.keys(body).toSorted()).toEqual([
    'errorDescription',
    'issuerErrorIdentifier',
    'responseMetadata',
  ]);
}

describe('An internal failure of the issuer panel', () => {
  it('an internal failure has no reason, and its identifier finds the log line with the stack', async () => {
    const world = await restarted(await startWorld());
    const { device } = await provisionedPhone(world, { encrypt: false });
    const body = await bodyOf(device, 'provisionMobileSecurityObjects', (copy) => copy.provisionMsos(1));
    const answer = await withoutKey(world, 'documentSigner', () =>
      expectNothingWritten(world, () => send(world, 'provisionMobileSecurityObjects', body)),
    );
    expectInternal(answer);
    expect(answer.body.responseMetadata.requestId).toBe(body.requestMetadata.requestId);
    const line = world.log.find((candidate) => candidate.includes(answer.body.issuerErrorIdentifier)) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({
      level: 50,
      outcome: 'internal',
      status: 500,
      cause: { name: 'CustodyError' },
    });
    expect(JSON.parse(line).stack).toContain('file-custody');
    expect(await device.provisionMsos(1)).toBe(1);
    await end(world);
  });

  it('an internal failure during decryption does not use up the code', async () => {
    const world = await restarted(await startWorld());
    const device = await registeredDevice(world);
    const code = await codeFor(world, await newHolder(world));
    await withoutKey(world, 'encryption', async () => {
      const failure = await expectNothingWritten(world, () =>
        device.proof(code).catch((error: unknown) => error),
      );
      expect(failure).toBeInstanceOf(IssuerRefusal);
      expect(failure).toMatchObject({ status: 500, operation: 'proofUser' });
      expect((failure as IssuerRefusal).reason).toBeUndefined();
    });
    await device.proof(code);
    expect(await device.proofingStatus()).toEqual({ accepted: {} });
    await end(world);
  });

  it('after an internal failure during encryption of a credential a retry finds the credential', async () => {
    const world = await restarted(await startWorld());
    const holderId = await newHolder(world);
    const device = await registeredDevice(world);
    await device.proof(await codeFor(world, holderId));
    const body = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
    expectInternal(await withoutKey(world, 'identity', () => send(world, 'provisionCredential', body)));
    expect((await send(world, 'provisionCredential', body)).status).toBe(200);
    await end(world);
  });

  it('a failure of the database fails every operation that uses it, and the readiness check', async () => {
    const world = await startWorld();
    const { ids, device } = await activePhone(world);
    await world.server.context.database.close();
    for (const operation of OPERATION_NAMES) {
      const chain = device.state.identity!.chain.map((der) => Buffer.from(der).toString('base64'));
      const { versionId: credentialVersionId } = device.state.credential!;
      const members = {
        ...ids,
        credentialVersionId,
        deviceIdentityCertificateChain: chain,
        clientMessage: 'alive',
      };
      const answer = await world.operate(operation, members);
      if (operation === 'healthCheck') expect(answer.status).toBe(200);
      else expectInternal(answer);
    }
    expect((await fetch(`${world.url}/healthz`)).status).toBe(200);
    const ready = await fetch(`${world.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'unavailable' }]);
    await expect(world.admin('listHolders', {})).rejects.toMatchObject({
      body: { error: { code: 500, status: 'INTERNAL', message: 'Internal error encountered.' } },
    });
    await world.server.panels.close();
    await world.server.admin.close();
    rmSync(world.folder, { recursive: true });
  });
});

describe('Overload of the issuer panel', () => {
  const world = useWorld();

  it('too many concurrent changes of one credential get 503 without a reason and with Retry-After, and no MSO is lost', async () => {
    const { device } = await activePhone(world(), 1, { encrypt: false });
    const operation = 'provisionMobileSecurityObjects';
    const bodies = await Promise.all(
      Array.from({ length: 40 }, () => bodyOf(device, operation, (copy) => copy.refresh(1))),
    );
    const answers = await Promise.all(bodies.map((body) => send(world(), operation, body)));
    for (const { status, headers, body } of answers) {
      expect([200, 503]).toContain(status);
      if (status === 503) expect([headers.get('retry-after'), 'invalidState' in body]).toEqual(['1', false]);
    }
    for (const [index, { status }] of answers.entries()) {
      if (status === 503) expect((await send(world(), operation, bodies[index])).status).toBe(200);
    }
    const again = await Promise.all(bodies.map((body) => send(world(), operation, body)));
    const first = (answer: Answer) => answer.body.mobileSecurityObjects[0].unencryptedValue;
    expect(new Set(again.map(first)).size).toBe(40);
  });
});

describe('Failures of the two key operations', () => {
  it('a failure of a key operation has an empty requestId, or the one that was sent', async () => {
    const world = await startWorld();
    await world.server.context.database.close();
    for (const operation of OPERATION_NAMES.filter((name) => !OPERATIONS[name].metadata)) {
      expect((await world.post(`/v1/vdc/${operation}`, '{}')).body.responseMetadata).toEqual({
        requestId: '',
      });
    }
    await world.server.panels.close();
    await world.server.admin.close();
    rmSync(world.folder, { recursive: true });
  });
});
