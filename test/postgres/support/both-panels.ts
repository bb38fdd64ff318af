import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { type Device, fetchTransport, simulatedDevice } from '../../../src/wallet/index.ts';
import {
  ACCOUNT,
  clientOf,
  experimentBody,
  liveLine,
  type MediationClient,
  MINE,
  mappingBody,
  newGroupBody,
} from '../../mediation/concurrency/support/processes.ts';
import { mdl } from '../../support/records.ts';
import type { ServerProcess } from '../../support/server-process.ts';
import { ISSUER_ID } from '../../support/world.ts';

export type Served = Pick<ServerProcess, 'url' | 'connection'>;

/** Returns the elements one after the other, and starts again after the last one. */
function byTurns<T>(all: readonly T[]): () => T {
  let next = 0;
  return () => {
    next += 1;
    return all[(next - 1) % all.length] as T;
  };
}

/** A simulated phone that sends each request to the next server, as behind a load balancer. */
export function phoneOf(servers: readonly Served[]): Device {
  const server = byTurns(servers);
  const send = fetchTransport();
  return simulatedDevice({
    clock: Date.now,
    issuer: {
      baseUrl: servers[0]?.url ?? '',
      issuerId: ISSUER_ID,
      transport: (url, body) => send(`${server().url}${new URL(url).pathname}`, body),
    },
  });
}

/** Goes from a new record to an active credential. */
export async function provision(servers: readonly Served[], device: Device): Promise<string> {
  const { connection } = servers[0] as Served;
  const holderId = `holder-${randomUUID()}`;
  await callAdmin(connection, 'importHolders', { holders: [{ id: holderId, elements: mdl() }] });
  const { code } = await callAdmin(connection, 'issueCode', { holderId });
  await device.register();
  await device.proof(code);
  await device.provision();
  await device.provisionMsos(2);
  expect((await device.status()).credentialStatus).toEqual({ active: {} });
  return holderId;
}

/** Fetches new MSOs and new data; then an operator revokes the credential. */
export async function liveOn(servers: readonly Served[], device: Device, holderId: string): Promise<void> {
  const { connection } = servers.at(-1) as Served;
  expect(await device.refresh(2)).toBe(2);
  await callAdmin(connection, 'importHolders', {
    holders: [{ id: holderId, elements: mdl({ given_name: 'Erica' }) }],
  });
  await device.update(1);
  const credentialId = device.state.credentialId ?? '';
  await callAdmin(connection, 'revokeCredential', { id: credentialId });
  expect(Object.keys((await device.status()).credentialStatus)).toEqual(['revoked']);
}

/** Clients of the mediation panel of each server, all for one publisher. */
export async function mediationOf(servers: readonly Served[]): Promise<MediationClient> {
  const { connection } = servers[0] as Served;
  await callAdmin(connection, 'createPublisher', { id: MINE, displayName: 'Acme' }).catch(() => {});
  const client = byTurns(await Promise.all(servers.map((server) => clientOf(server as ServerProcess))));
  return async (...request) => {
    const answer = await client()(...request);
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
    return answer;
  };
}

/** Creates a group, an experiment that is then stopped and a mapping, and reads all lists. */
export async function useMediation(client: MediationClient): Promise<void> {
  const groups = `${ACCOUNT}/mediationGroups`;
  const { name } = (await client('POST', groups, { body: newGroupBody('Group') })).body;
  const change = { mediationGroupLines: { '-1': liveLine('Second') } };
  await client('PATCH', name, { query: { updateMask: 'mediationGroupLines["-1"]' }, body: change });
  await client('POST', `${name}/mediationAbExperiments`, { body: experimentBody });
  await client('POST', `${name}/mediationAbExperiments:stop`, {
    body: { variantChoice: 'VARIANT_CHOICE_A' },
  });
  const group = (await client('GET', name)).body;
  expect(Object.keys(group.mediationGroupLines)).toHaveLength(3);
  const { mediationGroups } = (await client('GET', groups, { query: { pageSize: '1000' } })).body;
  expect(mediationGroups).toContainEqual(expect.objectContaining({ name, etag: group.etag }));
  const unit = `${ACCOUNT}/adUnits/0000000001/adUnitMappings`;
  const mapping = (await client('POST', unit, { body: mappingBody('Mapping') })).body;
  expect((await client('GET', unit)).body.adUnitMappings).toContainEqual(mapping);
}

/** Uses all of both panels; each request goes to the next server. */
export async function useBothPanels(servers: readonly Served[]): Promise<void> {
  const device = phoneOf(servers);
  await liveOn(servers, device, await provision(servers, device));
  await useMediation(await mediationOf(servers));
}
