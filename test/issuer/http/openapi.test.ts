import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { METHODS } from '../../../src/admin/contract/index.ts';
import { OPERATION_NAMES } from '../../../src/issuer/contract/index.ts';
import { ADVISED_STATUS } from '../../support/answer-check.ts';
import { useWorld } from '../../support/use-world.ts';
import { BOTH_INTERFACES } from '../../support/world.ts';

const world = useWorld({ settings: BOTH_INTERFACES });

interface Described {
  readonly openapi: string;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
  readonly paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        responses: Record<string, { description: string }>;
        requestBody?: { required: boolean };
      }
    >
  >;
}

async function served(which: 'issuer' | 'admin'): Promise<Described> {
  const base = which === 'issuer' ? world().url : world().server.adminUrl;
  const response = await fetch(`${base}/openapi/${which}.json`);
  expect(response.headers.get('content-type')).toContain('application/json');
  return (await response.json()) as Described;
}

describe.each(['issuer', 'admin'] as const)('The OpenAPI document /openapi/%s.json', (which) => {
  it('the document is valid OpenAPI 3.1', async () => {
    const document = await served(which);
    const validator = new Validator();
    const { valid, errors } = await validator.validate(document as object as Record<string, unknown>);
    expect(errors ?? []).toEqual([]);
    expect([valid, validator.version, document.openapi]).toEqual([true, '3.1', '3.1.0']);
  });

  it('the document names each operation once', async () => {
    const { paths } = await served(which);
    const names = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    const expected = which === 'issuer' ? OPERATION_NAMES : Object.keys(METHODS);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining([...expected]));
    if (which === 'issuer') expect(names).toHaveLength(OPERATION_NAMES.length);
  });

  it('the document names the schemas of all bodies, and defines every reference', async () => {
    const document = await served(which);
    const names = Object.keys(document.components.schemas);
    const method = which === 'issuer' ? 'HealthCheck' : 'CreateUser';
    const error = which === 'issuer' ? 'ErrorResponse' : 'Status';
    expect(names).toEqual(expect.arrayContaining([`${method}Request`, `${method}Response`, error]));
    const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    expect(new Set([...references].map(([, name]) => name))).toEqual(new Set(names));
  });

  it('the document describes success and errors of each operation', async () => {
    const { paths } = await served(which);
    for (const method of Object.values(paths).flatMap((methods) => Object.values(methods))) {
      const errors =
        which === 'issuer'
          ? ['400', '401', '403', '404', '413', '415', '429', '431', '500', '503']
          : ['default'];
      // A method that may need approval can also answer 202.
      const done = Object.keys(method.responses).filter((status) => status !== '202' || which === 'issuer');
      expect(done).toEqual(['200', ...errors]);
    }
  });
});

describe('The OpenAPI document /openapi/issuer.json', () => {
  it("the issuer's document has only POST, at the addresses of the interface", async () => {
    const { paths } = await served('issuer');
    expect(Object.keys(paths)).toEqual(OPERATION_NAMES.map((name) => `/v1/vdc/${name}`));
    for (const methods of Object.values(paths)) expect(Object.keys(methods)).toEqual(['post']);
  });

  it('the document lists each reason under its HTTP status', async () => {
    const { paths } = await served('issuer');
    const { responses } = paths['/v1/vdc/healthCheck']!.post!;
    for (const [reason, status] of Object.entries(ADVISED_STATUS)) {
      expect(responses[status]?.description).toContain(reason);
    }
  });

  it.each(['getIdentityKey', 'getHybridEncryptionKey'])(
    'the document requires no body for %s',
    async (operation) => {
      const { paths } = await served('issuer');
      expect(paths[`/v1/vdc/${operation}`]!.post!.requestBody?.required ?? false).toBe(false);
    },
  );
});
