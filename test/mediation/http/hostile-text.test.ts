import { describe, expect, it } from 'vitest';
import { METHODS, type Method } from '../../../src/mediation/contract/index.ts';
import { clientOf, MAPPING, mappingsPath } from './support/panel.ts';
import { ACCOUNT, EXPERIMENT, GROUP, GROUPS, newGroup, useHttpWorld } from './support/world.ts';

// test/attacks/text-on-the-terminal.test.ts does the same for the administration.

const world = useHttpWorld();
const { body, refused } = clientOf(world);

type Json = Readonly<Record<string, unknown>>;
interface Sample {
  readonly path: () => Promise<string>;
  readonly body: Json;
}

const at = (path: string) => async () => path;

const APP = 'ca-app-pub-1111111111111111~0000000001';
const REWARD = { unitAmount: '1', unitType: 'coins' };
const AD_UNIT = { appId: APP, displayName: 'Unit', adFormat: 'REWARDED', rewardSettings: REWARD };

/** A right request of each method that stores a text of its caller. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  'accounts.apps.create': {
    path: at(`${ACCOUNT}/apps`),
    body: {
      platform: 'ANDROID',
      manualAppInfo: { displayName: 'App' },
      linkedAppInfo: { appStoreId: 'com.example' },
    },
  },
  'accounts.apps.servingKeys.create': {
    async path() {
      const app = await body('POST', `${ACCOUNT}/apps`, { body: { platform: 'ANDROID' } });
      return `/v1beta/${app.name}/servingKeys`;
    },
    body: { displayName: 'Key' },
  },
  'accounts.adUnits.create': { path: at(`${ACCOUNT}/adUnits`), body: AD_UNIT },
  'accounts.adUnits.adUnitMappings.create': { path: at(mappingsPath()), body: MAPPING },
  'accounts.adUnitMappings.batchCreate': {
    path: at(`${ACCOUNT}/adUnitMappings:batchCreate`),
    body: {
      requests: [
        { parent: mappingsPath().replace(/^\/v1beta\/|\/adUnitMappings$/g, ''), adUnitMapping: MAPPING },
      ],
    },
  },
  'accounts.mediationGroups.create': { path: at(GROUPS), body: GROUP },
  'accounts.mediationGroups.patch': {
    path: async () => (await newGroup(world())).path,
    body: { displayName: 'Group' },
  },
  'accounts.mediationGroups.mediationAbExperiments.create': {
    path: async () => `${(await newGroup(world())).path}/mediationAbExperiments`,
    body: EXPERIMENT,
  },
};

/** Texts that their caller writes as they like: names, and values of settings. */
const FREE = /(?:^|\.)(?:displayName|unitType|appStoreId|adUnitConfigurations\.[^.]+)$/;

function leaves(value: unknown, path: string): readonly string[] {
  if (typeof value === 'string') return FREE.test(path) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => leaves(one, path === '' ? name : `${path}.${name}`));
}

function withText(value: unknown, [name = '', ...below]: readonly string[], text: string): unknown {
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[name] = below.length === 0 ? text : withText(copy[name], below, text);
  return copy;
}

interface Node {
  readonly type?: string;
  readonly readOnly?: boolean;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly additionalProperties?: Node;
  readonly patternProperties?: Readonly<Record<string, Node>>;
}

function namesIn(
  { properties = {}, items, additionalProperties, patternProperties = {} }: Node,
  depth = 0,
): readonly string[] {
  if (depth > 8) return [];
  const below = [items, additionalProperties, ...Object.values(patternProperties)].flatMap((one) =>
    one && typeof one === 'object' ? namesIn(one, depth + 1) : [],
  );
  const own = Object.entries(properties).flatMap(([name, one]) =>
    one.readOnly ? [] : [name, ...namesIn(one, depth + 1)],
  );
  return [...own, ...below];
}

const CASES = Object.entries(SAMPLES).flatMap(([method, { body }]) =>
  leaves(body, '').map((path) => [method, path] as const),
);

describe('Texts that a terminal would obey', () => {
  it('the samples have every method whose request has such a member', () => {
    const found = Object.entries(METHODS as Readonly<Record<string, Method>>)
      .filter(([, { request }]) =>
        namesIn((request ?? {}) as Node).some((name) => /^(displayName|unitType)$/.test(name)),
      )
      .map(([name]) => name);
    expect(found.filter((name) => !Object.hasOwn(SAMPLES, name))).toEqual([]);
    expect(found.length).toBeGreaterThan(5);
  });

  it.each(CASES)('%s refuses them in %s', async (method, path) => {
    const { path: address, body: right } = SAMPLES[method] as Sample;
    const to = await address();
    for (const text of ['\u001b]52;c;cm0=\u0007', 'a\nb', '\u009b2J', '\u202egro', '\u2028']) {
      const verb = method.endsWith('.patch') ? 'PATCH' : 'POST';
      const query = verb === 'PATCH' ? { query: { updateMask: path } } : {};
      const answer = await refused(verb, to, { body: withText(right, path.split('.'), text), ...query });
      expect(answer.status, answer.text).toBe(400);
      expect(answer.text).toContain('control characters');
      expect(answer.text).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}\u2028]/u);
    }
  });
});
