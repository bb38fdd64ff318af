import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { google } from 'googleapis';
import { describe, expect, it } from 'vitest';
import { METHOD_NAMES, methodId } from '../../../src/mediation/contract/index.ts';
import { discoveryDocument } from '../../../src/mediation/discovery/index.ts';

type Members = Readonly<Record<string, unknown>>;

interface DescribedMethod extends Members {
  readonly parameters: Readonly<Record<string, Members>>;
  readonly scopes: readonly string[];
}

interface Resource {
  readonly methods?: Readonly<Record<string, DescribedMethod>>;
  readonly resources?: Readonly<Record<string, Resource>>;
}

interface Document extends Resource {
  readonly parameters: Members;
  readonly schemas: Readonly<
    Record<string, { readonly id: string; readonly properties: Readonly<Record<string, Members>> }>
  >;
}

interface PublicInterface {
  readonly parameters: readonly string[];
  readonly methods: Readonly<Record<string, DescribedMethod>>;
  readonly schemas: Readonly<Record<string, Readonly<Record<string, Members>>>>;
}

const SCOPES = {
  monetization: 'https://scopes.example/monetization',
  readonly: 'https://scopes.example/readonly',
};
const served = discoveryDocument({ rootUrl: 'https://ads.example/', scopes: SCOPES }) as Document;
const published = JSON.parse(
  readFileSync(new URL('vectors/public-interface.json', import.meta.url), 'utf8'),
) as PublicInterface;

/** All methods of the document by their ids. */
function methodsOf({
  methods = {},
  resources = {},
}: Resource): readonly (readonly [string, DescribedMethod])[] {
  const own = Object.values(methods).map((method) => [method.id as string, method] as const);
  return [...own, ...Object.values(resources).flatMap(methodsOf)];
}

const methods = new Map(methodsOf(served));

const PROSE = new Set(['description', 'enumDescriptions', 'scopes', 'id']);
const withoutProse = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutProse);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !PROSE.has(name));
  return Object.fromEntries(kept.map(([name, child]) => [name, withoutProse(child)]));
};

/** Everything in which the served document differs from the public one, by intention. */
const DIFFERENCES = {
  /** Refused here: credentials in the URL and JSONP. */
  refusedParameters: ['access_token', 'callback', 'oauth_token'],
  addedMethods: [
    'admob.accounts.mediationGroups.get',
    'admob.accounts.mediationGroups.mediationAbExperiments.get',
    'admob.accounts.mediationGroups.mediationAbExperiments.list',
  ],
  /** On every write. */
  addedParameter: 'validateOnly',
  addedSchemas: ['ListMediationAbExperimentsResponse'],
  addedMembers: {
    MediationGroup: ['etag'],
    MediationGroupTargeting: ['adUnits'],
    MediationAbExperiment: ['etag'],
  } as Readonly<Record<string, readonly string[]>>,
};

describe('the served discovery document against the public one', () => {
  it('has every method that is served there, and those that are added', () => {
    expect([...methods.keys()].toSorted()).toEqual(
      [...Object.keys(published.methods), ...DIFFERENCES.addedMethods].toSorted(),
    );
  });

  it.each(Object.keys(published.methods))('%s has the same place, parameters, request and answer', (id) => {
    const { parameters, ...rest } = withoutProse(methods.get(id)) as DescribedMethod;
    const { [DIFFERENCES.addedParameter]: added, ...known } = parameters;
    expect({ parameters: known, ...rest }).toEqual(withoutProse(published.methods[id]));
    const isWrite = rest.httpMethod !== 'GET';
    expect(added).toEqual(isWrite ? { location: 'query', type: 'boolean' } : undefined);
  });

  it('has every schema', () => {
    expect(Object.keys(served.schemas).toSorted()).toEqual(
      [...Object.keys(published.schemas), ...DIFFERENCES.addedSchemas].toSorted(),
    );
  });

  it.each(Object.keys(published.schemas))('%s has the same members, types, formats and enums', (name) => {
    const added = DIFFERENCES.addedMembers[name] ?? [];
    const members = Object.entries(served.schemas[name]?.properties ?? {});
    expect(members.map(([member]) => member)).toEqual(expect.arrayContaining([...added]));
    const known = members.filter(([member]) => !added.includes(member));
    expect(withoutProse(Object.fromEntries(known))).toEqual(withoutProse(published.schemas[name]));
  });

  it('has the parameters of every method but those that are refused', () => {
    expect([...Object.keys(served.parameters), ...DIFFERENCES.refusedParameters].toSorted()).toEqual(
      published.parameters,
    );
  });
});

describe('the served discovery document where the public one is not right', () => {
  it('names the scopes: monetization on writes, either on reads', () => {
    for (const { httpMethod, scopes } of methods.values()) {
      expect(scopes).toEqual(
        httpMethod === 'GET' ? [SCOPES.readonly, SCOPES.monetization] : [SCOPES.monetization],
      );
    }
  });

  it('tells the percentages and the plural in the name of an experiment', () => {
    const members = served.schemas.MediationAbExperiment?.properties;
    expect(members?.treatmentTrafficPercentage?.description).toContain('1, 10 or 50');
    expect(members?.name?.description).toContain('/mediationAbExperiments/');
  });
});

describe('the served discovery document in itself', () => {
  it('describes every method of the contract', () => {
    expect([...methods.keys()].toSorted()).toEqual(METHOD_NAMES.map(methodId).toSorted());
  });

  it('refers to schemas that are there, and has no other', () => {
    const refs = new Set([...JSON.stringify(served).matchAll(/"\$ref":"(\w+)"/g)].map(([, name]) => name));
    expect([...refs].toSorted()).toEqual(Object.keys(served.schemas).toSorted());
    for (const [name, { id }] of Object.entries(served.schemas)) expect(id).toBe(name);
  });

  it('describes as many enum names as there are', () => {
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { enum: names, enumDescriptions } = value as { enum?: unknown[]; enumDescriptions?: unknown[] };
      if (Array.isArray(names)) expect(enumDescriptions).toHaveLength(names.length);
      Object.values(value).forEach(visit);
    };
    visit(served);
  });

  it('has patterns that fit the names of its flat paths', () => {
    for (const { parameters, flatPath } of methods.values()) {
      const [parameter] = Object.values(parameters).filter(({ location }) => location === 'path');
      if (!parameter) continue;
      const name = String(flatPath)
        .replace(/^v1beta\//, '')
        .replaceAll(/\{\w+\}/g, 'x');
      const pattern = String(parameter.pattern).replace(/\$$/, '');
      expect(name).toMatch(new RegExp(pattern));
    }
  });
});

describe('the official Node client, made from the served document', () => {
  it('calls the methods at their places', async () => {
    const seen: string[] = [];
    let document = '';
    const server = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response.setHeader('content-type', 'application/json');
      response.end(request.url?.startsWith('/discovery') ? document : '{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const rootUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      document = JSON.stringify(discoveryDocument({ rootUrl, scopes: SCOPES }));
      const api = (await google.discoverAPI(`${rootUrl}discovery`)) as unknown as {
        readonly accounts: {
          readonly mediationGroups: {
            patch(parameters: object): Promise<unknown>;
            readonly mediationAbExperiments: { stop(parameters: object): Promise<unknown> };
          };
        };
      };
      const name = 'accounts/pub-1/mediationGroups/2';
      const updateMask = 'mediationGroupLines["-1"]';
      await api.accounts.mediationGroups.patch({ name, updateMask, requestBody: {} });
      await api.accounts.mediationGroups.mediationAbExperiments.stop({
        name: `${name}/mediationAbExperiments`,
        validateOnly: true,
        requestBody: {},
      });
      expect(seen.slice(1)).toEqual([
        'PATCH /v1beta/accounts/pub-1/mediationGroups/2?updateMask=mediationGroupLines%5B%22-1%22%5D',
        'POST /v1beta/accounts/pub-1/mediationGroups/2/mediationAbExperiments:stop?validateOnly=true',
      ]);
    } finally {
      server.close();
    }
  });
});
