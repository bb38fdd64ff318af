import { describe, expect, it } from 'vitest';
import { useConventionsServer } from '../support/conventions-server.ts';
import { checkError, reasonOf } from '../support/envelope.ts';
import { exchangeRaw } from '../support/raw.ts';
import { readVectors } from '../support/vectors.ts';

interface Case {
  readonly method: string;
  readonly override: readonly string[];
  readonly contentType: string | null;
  readonly effective?: string;
  readonly refused?: boolean;
}
const { cases } = readVectors<{ readonly cases: readonly Case[] }>('method-override');

const ran: string[] = [];
const url = useConventionsServer((instance) => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    instance.route({
      method,
      url: '/method',
      async handler(request, reply) {
        ran.push(request.method);
        return reply.header('x-method', request.method).send({ method: request.method });
      },
    });
  }
});

function send({ method, override, contentType }: Case) {
  const { pathname, host } = new URL(url());
  const body = method === 'POST' ? '{}' : '';
  const head = [
    `${method} ${pathname}/method HTTP/1.1`,
    `host: ${host}`,
    ...override.map((value) => `X-HTTP-Method-Override: ${value}`),
    ...(contentType === null ? [] : [`content-type: ${contentType}`]),
    ...(body === '' ? [] : [`content-length: ${body.length}`]),
  ];
  return exchangeRaw(url(), head, body);
}

describe('Test vectors of X-HTTP-Method-Override', () => {
  it.each(cases.filter(({ effective }) => effective))(
    '$override on $method with $contentType runs $effective',
    async (vector) => {
      const { status, headers } = await send(vector);
      expect([status, headers.get('x-method')]).toEqual([200, vector.effective]);
    },
  );

  it.each(cases.filter(({ refused }) => refused))(
    '$override on $method with $contentType is refused and runs nothing',
    async (vector) => {
      ran.length = 0;
      const { status, text } = await send(vector);
      expect([status, reasonOf(checkError(status, text))]).toEqual([400, 'INVALID_METHOD_OVERRIDE']);
      expect(ran).toEqual([]);
    },
  );
});
