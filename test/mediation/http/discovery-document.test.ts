import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { METHOD_NAMES, METHODS, methodId, scopesOf } from '../../../src/mediation/contract/index.ts';
import { checkError } from './support/envelope.ts';
import { exchangeRaw } from './support/raw.ts';
import { useHttpWorld } from './support/world.ts';

const world = useHttpWorld();

const PATHS = [
  '/$discovery/rest?version=v1beta',
  '/%24discovery/rest?version=v1beta',
  '/discovery/v1/apis/admob/v1beta/rest',
  '/$discovery/rest',
];

interface Resource {
  readonly methods?: Readonly<
    Record<string, { readonly id: string; readonly flatPath: string; readonly httpMethod: string }>
  >;
  readonly resources?: Readonly<Record<string, Resource>>;
}

interface Document extends Resource {
  readonly rootUrl: string;
}

describe('The discovery document', () => {
  it.each(PATHS)('the discovery document is at %s for everybody', async (path) => {
    const response = await fetch(`${world().url}${path}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=UTF-8');
    expect(response.headers.get('vary')).toBe('Accept-Encoding, User-Agent');
    expect(await response.json()).toMatchObject({
      kind: 'discovery#restDescription',
      id: 'admob:v1beta',
      rootUrl: `${world().url}/`,
      servicePath: '',
    });
  });

  it('the discovery document follows prettyPrint', async () => {
    const text = async (query: string) => (await fetch(`${world().url}${PATHS[0]}${query}`)).text();
    const pretty = await text('');
    expect(pretty).toBe(`${JSON.stringify(JSON.parse(pretty), null, 2)}\n`);
    expect(await text('&prettyPrint=false')).toBe(JSON.stringify(JSON.parse(pretty)));
  });

  it.each(['/$discovery/rest?version=v1', '/discovery/v1/apis/admob/v1/rest', '/$discovery/other'])(
    'the address %s does not serve the discovery document',
    async (path) => {
      const response = await fetch(`${world().url}${path}`);
      expect(checkError(response.status, await response.text()).code).toBe(404);
    },
  );

  it('every address that the discovery document names can be reached', async () => {
    const document = (await (await fetch(`${world().url}${PATHS[0]}`)).json()) as Document;
    const found: string[] = [];
    const visit = async (resource: Resource): Promise<void> => {
      for (const { id, flatPath, httpMethod } of Object.values(resource.methods ?? {})) {
        found.push(id);
        const url = `${document.rootUrl}${flatPath.replace(/\{\w+\}/g, '1')}`;
        expect((await fetch(url, { method: httpMethod })).status, `${httpMethod} ${url}`).toBe(401);
      }
      for (const child of Object.values(resource.resources ?? {})) await visit(child);
    };
    await visit(document);
    expect(found.toSorted()).toEqual(METHOD_NAMES.map(methodId).toSorted());
  });

  it('the discovery document names the configured address, whatever host a request names', async () => {
    const answer = await exchangeRaw(world().url, [`GET ${PATHS[0]} HTTP/1.1`, 'host: evil.example']);
    expect(JSON.parse(answer.text).rootUrl).toBe(`${world().url}/`);
  });
});

/** Every schema in the document, at any depth. */
function schemasIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value.flatMap(schemasIn);
  if (typeof value !== 'object' || value === null) return [];
  return [value as Readonly<Record<string, unknown>>, ...Object.values(value).flatMap(schemasIn)];
}

describe('The OpenAPI document /openapi/mediation.json', () => {
  it('the OpenAPI document has each message once, under its name in the discovery document', async () => {
    const read = async (path: string) => (await fetch(`${world().url}${path}`)).json() as Promise<never>;
    const openApi: { components: { schemas: Record<string, { properties: object }> } } =
      await read('/openapi/mediation.json');
    const discovery: { schemas: Record<string, { properties: object }> } = await read(PATHS[0] as string);
    const { Status, ...messages } = openApi.components.schemas;
    expect(Object.keys(Status?.properties ?? {})).toEqual(['error']);
    expect(Object.keys(messages).toSorted()).toEqual(Object.keys(discovery.schemas));
    for (const [name, { properties }] of Object.entries(messages))
      expect([name, Object.keys(properties)]).toEqual([
        name,
        Object.keys(discovery.schemas[name]?.properties ?? {}),
      ]);
    const all = schemasIn(openApi);
    const references = new Set(all.flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : [])));
    for (const name of [...Object.keys(messages), 'Status'])
      expect(references).toContain(`#/components/schemas/${name}`);
    for (const schema of all.filter((one) => Array.isArray(one.enum))) expect(schema.type).toBe('string');
    expect(JSON.stringify(openApi)).not.toContain('protoType');
  });

  it('the OpenAPI document is valid OpenAPI 3.1 and has every method', async () => {
    const document = (await (await fetch(`${world().url}/openapi/mediation.json`)).json()) as {
      paths: Record<
        string,
        Record<string, { operationId: string; security: object[]; requestBody?: object }>
      >;
    };
    const { valid, errors } = await new Validator().validate(document);
    expect([errors ?? [], valid]).toEqual([[], true]);
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      METHOD_NAMES.map(methodId).toSorted(),
    );
    for (const name of METHOD_NAMES) {
      const { flatPath, httpMethod } = METHODS[name].address;
      const operation = document.paths[`/${flatPath}`]?.[httpMethod.toLowerCase()];
      expect(operation?.security).toHaveLength(scopesOf(name).length);
      expect('requestBody' in (operation ?? {})).toBe('request' in METHODS[name]);
    }
  });
});
