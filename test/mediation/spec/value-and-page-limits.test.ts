import { describe, expect, it } from 'vitest';
import { ADAPTER, badFields, clientOf, MAPPING, mappingsPath, SDK_KEY } from '../http/support/panel.ts';
import { ACCOUNT, MINE, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();
const client = clientOf(world);

const refusedWith = async (adUnitConfigurations: Readonly<Record<string, string>>) =>
  client.refused('POST', mappingsPath(), { body: { ...MAPPING, adUnitConfigurations } });

describe('Ruling 45: limits of configuration values', () => {
  it('a configuration value has at most 4096 characters', async () => {
    for (const value of ['x'.repeat(4096), '🎲'.repeat(4096)])
      expect(await client.createMapping({ adUnitConfigurations: { [SDK_KEY]: value } })).toMatchObject({
        adUnitConfigurations: { [SDK_KEY]: value },
      });
    const answer = await refusedWith({ [SDK_KEY]: 'x'.repeat(4097) });
    expect(answer.status).toBe(400);
    expect(badFields(answer)).toEqual(['adUnitConfigurations']);
    expect(answer.text).toContain('has a value of more than 4096 characters');
  });

  it('a mapping has at most 64 configuration values', async () => {
    const entries = Array.from({ length: 64 }, (_, index) => [`9${index}`, 'x']);
    const answer = await refusedWith({ [SDK_KEY]: 'key', ...Object.fromEntries(entries) });
    expect(badFields(answer)).toContain('adUnitConfigurations');
    expect(answer.text).toContain('has more than 64 entries');
  });
});

describe('Ruling 45: every list also limits its pages by bytes', () => {
  it('a page of large mappings ends early, even if fields omits most of them, and the next page continues', async () => {
    const value = 'x'.repeat(4096);
    const path = mappingsPath('0000000045');
    for (let batch = 0; batch < 6; batch += 1) {
      const adUnitMapping = { adapterId: ADAPTER, adUnitConfigurations: { [SDK_KEY]: value } };
      const requests = Array(100).fill({ parent: `accounts/${MINE}/adUnits/0000000045`, adUnitMapping });
      await client.body('POST', `${ACCOUNT}/adUnitMappings:batchCreate`, { body: { requests } });
    }
    const sizes: number[] = [];
    const names = new Set<string>();
    let pageToken = '';
    do {
      const fields = 'adUnitMappings/name,nextPageToken';
      const page = await client.get(path, { pageSize: '20000', fields, pageToken });
      for (const { name } of page.adUnitMappings) names.add(name);
      sizes.push(page.adUnitMappings.length);
      pageToken = page.nextPageToken ?? '';
    } while (pageToken !== '');
    expect(sizes.length).toBe(2);
    expect([sizes[0]! < 600, names.size]).toEqual([true, 600]);
  });
});
