import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { property } from '../../support/runs.ts';
import { checkError } from '../http/support/envelope.ts';
import { ACCOUNT, APPLOVIN, EXPERIMENT, GROUPS, newGroup, useHttpWorld } from '../http/support/world.ts';
import { isKnown, maskOf, pathBy, type Schemas, selected } from './support/selection.ts';

const world = useHttpWorld();

let schemas: Schemas;
let keys: readonly string[];
const bodies = new Map<string, unknown>();

/** Complete answers, by the name of their schema. */
const ANSWERS: Readonly<Record<string, string>> = {
  ListMediationGroupsResponse: GROUPS,
  ListAdSourcesResponse: `${ACCOUNT}/adSources?pageSize=3`,
  ListAdaptersResponse: `${ACCOUNT}/adSources/${APPLOVIN}/adapters`,
  ListAdUnitMappingsResponse: `${ACCOUNT}/adUnits/0000000001/adUnitMappings`,
  PublisherAccount: ACCOUNT,
};

beforeAll(async () => {
  const document = await (await fetch(`${world().url}/$discovery/rest?version=v1beta`)).json();
  ({ schemas } = document as { readonly schemas: Schemas });
  const { path, lineId } = await newGroup(world());
  await newGroup(world(), { targeting: { platform: 'IOS', format: 'NATIVE' } });
  await world().done('POST', `${path}/mediationAbExperiments`, { body: EXPERIMENT });
  const mapping = { displayName: 'Mapping', adapterId: '111', adUnitConfigurations: { '1111': 'key' } };
  await world().done('POST', `${ACCOUNT}/adUnits/0000000001/adUnitMappings`, { body: mapping });
  keys = [lineId, '1111', 'unknown', '__proto__'];
  for (const address of Object.values(ANSWERS)) {
    bodies.set(address, (await world().done('GET', address)).body);
  }
});

const picks = fc.array(fc.array(fc.nat({ max: 9999 }), { minLength: 1, maxLength: 6 }), {
  minLength: 1,
  maxLength: 6,
});
const style = fc.constantFrom('slashes', 'dots', 'groups', 'gathered');

describe('Partial responses of real answers', () => {
  it.each(Object.entries(ANSWERS))(
    'in answers of %s fields that the served document knows can be selected, and others are refused',
    async (name, address) => {
      const schema = { $ref: name };
      const seen = { selected: 0, refused: 0 };
      const selection = fc.asyncProperty(picks, style, async (numbers, spelling) => {
        const paths = numbers
          .map((one) => pathBy(schemas, schema, one, keys))
          .filter((path) => path.length > 0);
        fc.pre(paths.length > 0);
        const fields = maskOf(paths, spelling);
        const separator = address.includes('?') ? '&' : '?';
        const target = `${address}${separator}fields=${encodeURIComponent(fields)}`;
        const { status, body, text } = await world().call('GET', target);
        if (paths.every((path) => isKnown(schemas, schema, path))) {
          seen.selected += 1;
          expect(status, text).toBe(200);
          expect(body).toEqual(selected(bodies.get(address), paths));
        } else {
          seen.refused += 1;
          expect(checkError(400, text).message).toContain('Invalid field selection ');
        }
      });
      await fc.assert(selection, property(60));
      expect(Math.min(seen.selected, seen.refused)).toBeGreaterThan(5);
    },
  );
});
