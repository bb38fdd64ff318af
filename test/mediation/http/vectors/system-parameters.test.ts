import { describe, expect, it } from 'vitest';
import { readSystemParameters, StatusError } from '../../../../src/conventions/index.ts';
import { urlQuery } from '../../../../src/http/conventions/index.ts';
import { conventionalHandler, useConventionsServer } from '../support/conventions-server.ts';
import { checkError, violationsOf } from '../support/envelope.ts';
import { readVectors } from '../support/vectors.ts';

interface Case {
  readonly query: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly parameters?: {
    readonly prettyPrint: boolean;
    readonly errorFormat: number;
    readonly fields?: string;
  };
  readonly messages?: readonly string[];
}
const { cases } = readVectors<{ readonly cases: readonly Case[] }>('system-parameters');

const SCHEMA = { type: 'object', properties: { a: { type: 'string' }, ünï: { type: 'string' } } };
const RESOURCE = { a: 'x', ünï: 'cödé 世' };

let worked = 0;
const url = useConventionsServer((instance) => {
  instance.get('/parameters', async ({ url: sent, headers }) =>
    readSystemParameters(urlQuery(sent), (name) => headers[name]?.toString()),
  );
  const handler = conventionalHandler(SCHEMA, () => async () => {
    worked += 1;
    return RESOURCE;
  });
  instance.route({ method: ['GET', 'POST'], url: '/resource', handler });
  instance.get('/closed', {
    onRequest: async () => {
      throw new StatusError('CREDENTIALS_MISSING', 'Nobody gets in here.');
    },
    handler,
  });
  instance.get(
    '/broken',
    conventionalHandler(SCHEMA, () => async () => {
      throw new TypeError('ours alone');
    }),
  );
});

/** Removes the masks of the vectors, which name members of another schema. */
const withoutFields = (query: string) => query.replace(/(?:\$|%24)?fields=[^&]*&?/g, '');

describe('Test vectors of system parameters', () => {
  it.each(cases.filter(({ parameters }) => parameters))(
    'system parameters in ?$query $headers are accepted',
    async ({ query, headers, parameters }) => {
      const answer = await fetch(`${url()}/parameters?${query}`, { headers: { ...headers } });
      expect(await answer.json()).toEqual(parameters);
    },
  );

  it.each(cases.filter(({ parameters }) => parameters))(
    'the answer is printed as ?$query requests',
    async ({ query, parameters }) => {
      const answer = await fetch(`${url()}/resource?${withoutFields(query)}`);
      const { prettyPrint } = parameters as NonNullable<Case['parameters']>;
      const expected = prettyPrint ? `${JSON.stringify(RESOURCE, null, 2)}\n` : JSON.stringify(RESOURCE);
      expect(await answer.text()).toBe(expected);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=UTF-8');
    },
  );

  it.each(cases.filter(({ messages }) => messages))(
    'the system parameters ?$query are refused before anything is done',
    async (vector) => {
      const { query, headers, messages = [] } = vector;
      const before = worked;
      for (const method of ['GET', 'POST']) {
        const asked = query.includes('prettyPrint') ? query : `${query}&prettyPrint=false`;
        const answer = await fetch(`${url()}/resource?${asked}`, { method, headers: { ...headers } });
        expect(answer.status).toBe(400);
        const error = checkError(answer.status, await answer.text());
        expect(error.message.split('\n')).toEqual(messages);
        expect(violationsOf(error).map(({ description }) => description)).toEqual(messages);
      }
      expect(worked).toBe(before);
    },
  );

  it('system parameters choose the format of every error', async () => {
    for (const [path, status] of [
      ['/broken', 500],
      ['/nothing', 404],
    ] as const) {
      for (const [format, hasErrors] of [
        ['1', true],
        ['2', false],
      ] as const) {
        const answer = await fetch(`${url()}${path}?%24.xgafv=${format}`);
        expect(answer.status).toBe(status);
        expect('errors' in checkError(status, await answer.text())).toBe(hasErrors);
      }
    }
  });

  const send = (path: string, form: string) =>
    fetch(`${url()}${path}`, {
      method: 'POST',
      body: form,
      headers: {
        'x-http-method-override': 'GET',
        'content-type': 'application/x-www-form-urlencoded',
      },
    });

  it('in the form of a GET system parameters also choose the format of every error', async () => {
    for (const [path, form, status] of [
      ['/broken', '', 500],
      ['/resource', '&alt=zzz', 400],
      ['/resource', '&fields=nope', 400],
      ['/resource', '&prettyPrint=false&callback=x', 400],
    ] as const) {
      for (const [format, hasErrors] of [
        ['1', true],
        ['2', false],
      ] as const) {
        const answer = await send(path, `%24.xgafv=${format}${form}`);
        expect([path, answer.status]).toEqual([path, status]);
        expect('errors' in checkError(status, await answer.text())).toBe(hasErrors);
      }
    }
    const answer = await send('/resource', 'prettyPrint=false&alt=json&$.xgafv=1');
    expect(await answer.text()).toBe(JSON.stringify(RESOURCE));
    const bogus = await send('/resource?$.xgafv=1', `a=${'x'.repeat(1024 * 1024)}`);
    expect('errors' in checkError(413, await bogus.text())).toBe(true);
  });

  it.each([
    ['/nothing', 404],
    ['/closed', 401],
  ])('nothing is read of the form of a request for %s, which is refused before', async (path, status) => {
    const answer = await send(path, '%24.xgafv=1');
    expect('errors' in checkError(status, await answer.text())).toBe(false);
    const ofUrl = await send(`${path}?%24.xgafv=1`, 'x=1');
    expect('errors' in checkError(status, await ofUrl.text())).toBe(true);
  });

  it('wrong system parameters are reported together with all other malformed parts of the request', async () => {
    const answer = await fetch(`${url()}/resource?alt=zzz&fields=nope,a/b`, { headers: { 'if-match': 'x' } });
    const error = checkError(answer.status, await answer.text());
    expect(violationsOf(error).map(({ field }) => field)).toEqual(['alt', 'fields', 'fields', 'If-Match']);
  });
});
