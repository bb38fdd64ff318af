import { describe, expect, it } from 'vitest';
import { checkError } from '../http/support/envelope.ts';
import {
  ACCOUNT,
  APPLOVIN,
  EXPERIMENT,
  GROUP,
  GROUPS,
  newGroup,
  OWN_NETWORK,
  useHttpWorld,
} from '../http/support/world.ts';
import { JSON_BODY, sender } from './support/send.ts';

const world = useHttpWorld();
const send = sender(world);

const curl = ['user-agent: curl/8.5.0', 'accept: */*'];

/** `curl --http1.0 … --data @-`, as in all samples of the guides. --data removes line breaks. */
async function guide(method: string, target: string, body?: object) {
  const answer = await send({
    method,
    target,
    version: 'HTTP/1.0',
    headers: [...curl, JSON_BODY],
    ...(body && { body: JSON.stringify(body, null, 2).replaceAll('\n', '') }),
  });
  expect([answer.status, answer.closed]).toEqual([200, true]);
  expect(answer.headers.get('transfer-encoding')).toBeUndefined();
  expect(answer.headers.get('content-length')).toBe(String(answer.body.length));
  return JSON.parse(answer.text);
}

describe('curl with --http1.0 and --data', () => {
  it('curl with --http1.0 and --data gets an answer with a length and a closed connection', async () => {
    expect((await guide('POST', GROUPS, GROUP)).displayName).toBe(GROUP.displayName);
  });

  it('curl runs all nine operations of the guides', async () => {
    const { adSources } = await guide('GET', `${ACCOUNT}/adSources`);
    expect(adSources).toContainEqual(expect.objectContaining({ adSourceId: APPLOVIN }));
    const { adapters } = await guide('GET', `${ACCOUNT}/adSources/${APPLOVIN}/adapters`);
    const adUnitConfigurations = Object.fromEntries(
      adapters[0].adapterConfigMetadata.map((one: { adapterConfigMetadataId: string }) => [
        one.adapterConfigMetadataId,
        'value',
      ]),
    );
    const mappings = `${ACCOUNT}/adUnits/0000000001/adUnitMappings`;
    const name = 'accounts/my-mapping';
    const mapping = await guide('POST', mappings, {
      name,
      adapterId: adapters[0].adapterId,
      adUnitConfigurations,
    });
    expect((await guide('GET', mappings)).adUnitMappings).toContainEqual(mapping);

    const group = await guide('POST', GROUPS, GROUP);
    const path = `/v1beta/${group.name}`;
    const { mediationGroups } = await guide('GET', GROUPS);
    expect(mediationGroups.map((one: { name: string }) => one.name)).toContain(group.name);
    const mask = '%5B%22-1%22%5D';
    const patched = await guide('PATCH', `${path}?updateMask=mediation_group_lines${mask}`, {
      mediationGroupLines: { '-1': { adSourceId: OWN_NETWORK, cpmMode: 'LIVE', displayName: 'Added' } },
    });
    expect(Object.values(patched.mediationGroupLines)).toHaveLength(3);

    // The guide writes this one key in snake_case.
    const line = { adSourceId: OWN_NETWORK, cpm_mode: 'LIVE', state: 'ENABLED' };
    const experiment = await guide('POST', `${path}/mediationAbExperiments`, {
      ...EXPERIMENT,
      treatmentMediationLines: [{ mediationGroupLine: line }],
    });
    expect(experiment).toMatchObject({ state: 'RUNNING', treatmentTrafficPercentage: '50' });
    expect(experiment.treatmentMediationLines).toHaveLength(1);
    const stopped = await guide('POST', `${path}/mediationAbExperiments:stop`, {
      variantChoice: 'VARIANT_CHOICE_A',
    });
    expect(stopped).toMatchObject({ experimentId: experiment.experimentId, state: 'EXPIRED' });
  });
});

describe('curl', () => {
  it('curl with -g sends brackets and quotes unchanged', async () => {
    const { path, lineId } = await newGroup(world());
    const { status, text } = await send({
      method: 'PATCH',
      target: `${path}?updateMask=mediationGroupLines["${lineId}"].state`,
      headers: [...curl, JSON_BODY],
      body: `{"mediationGroupLines":{"${lineId}":{"id":"${lineId}","state":"DISABLED"}}}`,
    });
    expect([status, JSON.parse(text).mediationGroupLines[lineId].state]).toEqual([200, 'DISABLED']);
  });

  it('curl without -H sends its body as a form, which is refused because it is no JSON', async () => {
    const headers = [...curl, 'content-type: application/x-www-form-urlencoded'];
    const { status, text } = await send({
      method: 'POST',
      target: GROUPS,
      headers,
      body: JSON.stringify(GROUP),
    });
    expect([status, checkError(status, text).code]).toEqual([415, 415]);
  });

  it('curl may send Expect: 100-continue', async () => {
    const { status, text } = await send({
      method: 'POST',
      target: GROUPS,
      headers: [...curl, JSON_BODY, 'expect: 100-continue'],
      body: JSON.stringify(GROUP),
    });
    expect([status, JSON.parse(text).displayName]).toEqual([200, GROUP.displayName]);
  });
});
