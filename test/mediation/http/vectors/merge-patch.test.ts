import { describe, expect, it } from 'vitest';
import { type JsonObject, mergePatch } from '../../../../src/conventions/index.ts';
import { conventionalHandler, useConventionsServer } from '../support/conventions-server.ts';
import { checkError } from '../support/envelope.ts';
import { readVectors } from '../support/vectors.ts';

interface Case {
  readonly target?: JsonObject | null;
  readonly patch?: JsonObject;
  readonly result?: JsonObject;
  readonly targetJson?: string;
  readonly patchJson?: string;
  readonly resultJson?: string;
}
const { cases } = readVectors<{ readonly cases: readonly Case[] }>('merge-patch');

let stored: JsonObject | undefined;
const url = useConventionsServer((instance) => {
  const handler = conventionalHandler({}, (_request, { body }) => async () => {
    stored = mergePatch(stored, body as JsonObject);
    return stored;
  });
  instance.patch('/resource', handler);
});

const patch = (body: string, type = 'application/json') =>
  fetch(`${url()}/resource?prettyPrint=false`, { method: 'PATCH', body, headers: { 'content-type': type } });

describe('Test vectors of merge patch', () => {
  it.each(cases)('$target$targetJson is patched with $patch$patchJson as RFC 7396 says', async (vector) => {
    const target = vector.targetJson ? JSON.parse(vector.targetJson) : vector.target;
    const body = vector.patchJson ?? JSON.stringify(vector.patch);
    const result = vector.resultJson ?? JSON.stringify(vector.result);
    for (const type of ['application/json; charset=UTF-8', 'application/merge-patch+json']) {
      stored = target ?? undefined;
      const text = await (await patch(body, type)).text();
      expect(JSON.parse(text)).toEqual(JSON.parse(result));
      // toEqual ignores a member named __proto__, so texts are compared.
      expect(text.includes('__proto__')).toBe(result.includes('__proto__'));
    }
  });

  it('a merge patch that nests too deeply is refused', async () => {
    stored = {};
    const answer = await patch(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`);
    expect(checkError(answer.status, await answer.text()).code).toBe(400);
    expect(stored).toEqual({});
  });

  it.each(['application/json-patch+json', 'text/plain', 'application/x-www-form-urlencoded', 'text/json'])(
    'a merge patch of the type %s is refused with 415',
    async (type) => {
      const answer = await patch('{}', type);
      expect(checkError(answer.status, await answer.text()).code).toBe(415);
    },
  );
});
