import { expect } from 'vitest';
import { ACCOUNT, adUnit, clientOf, newGroupBody } from '../../mediation/concurrency/support/processes.ts';
import type { ServerProcess } from '../../support/server-process.ts';

const targeting = (units: readonly number[]) => ({
  platform: 'ANDROID',
  format: 'BANNER',
  adUnitIds: units.map(adUnit),
});

/** Creates a mediation group for these ad units. Returns its name. */
export async function newGroup(server: ServerProcess, units: readonly number[]): Promise<string> {
  const client = await clientOf(server);
  const body = { ...newGroupBody('Of both versions'), targeting: targeting(units) };
  const answer = await client('POST', `${ACCOUNT}/mediationGroups`, { body });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body.name;
}

export async function changeUnits(
  server: ServerProcess,
  name: string,
  units: readonly number[],
): Promise<void> {
  const client = await clientOf(server);
  const query = { updateMask: 'targeting.adUnitIds' };
  const answer = await client('PATCH', name, { query, body: { targeting: targeting(units) } });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
}

/** Expects that lists have the group if their filter has one of the units of `found`, and not with those of `missing`. */
export async function expectFoundAt(
  server: ServerProcess,
  name: string,
  { found, missing }: { readonly found: readonly number[]; readonly missing: readonly number[] },
): Promise<void> {
  const client = await clientOf(server);
  const isFound = async (unit: number) => {
    const query = { filter: `CONTAINS_ANY(AD_UNIT_IDS, "${adUnit(unit)}")`, pageSize: '1000' };
    const { status, body } = await client('GET', `${ACCOUNT}/mediationGroups`, { query });
    expect(status).toBe(200);
    const { mediationGroups = [] } = body;
    return mediationGroups.some((group: { name: string }) => group.name === name);
  };
  for (const unit of found) expect(await isFound(unit), `with ad unit ${unit}`).toBe(true);
  for (const unit of missing) expect(await isFound(unit), `with ad unit ${unit}`).toBe(false);
}
