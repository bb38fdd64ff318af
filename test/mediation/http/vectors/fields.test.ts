import { describe, expect, it } from 'vitest';
import type { Schema } from '../../../../src/conventions/index.ts';
import { conventionalHandler, DOMAIN, useConventionsServer } from '../support/conventions-server.ts';
import { checkError, detailOf, violationsOf } from '../support/envelope.ts';
import { readVectors } from '../support/vectors.ts';

interface Vectors {
  readonly schema: Schema;
  readonly response: object;
  readonly accepted: readonly { readonly mask: string; readonly result: object }[];
  readonly refused: readonly { readonly mask: string; readonly selection: string }[];
}
const { schema, response, accepted, refused } = readVectors<Vectors>('fields');

let worked = 0;
const url = useConventionsServer((instance) => {
  const handler = conventionalHandler(schema, () => async () => {
    worked += 1;
    return response;
  });
  instance.route({ method: ['GET', 'POST', 'PATCH'], url: '/list', handler });
});

const encoded = (mask: string) => encodeURIComponent(mask);
/** Writes spaces as plus signs, like forms and some clients. */
const withPlus = (mask: string) => new URLSearchParams({ fields: mask }).toString().slice('fields='.length);

describe('Test vectors of the parameter fields', () => {
  it.each(accepted)('fields=$mask selects the expected members', async ({ mask, result }) => {
    for (const query of [
      `fields=${encoded(mask)}`,
      `%24fields=${encoded(mask)}`,
      `fields=${withPlus(mask)}`,
    ]) {
      const answer = await fetch(`${url()}/list?${query}`);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual(result);
    }
  });

  it.each(accepted.filter(({ mask }) => mask.trim() !== ''))(
    'the mask in the header selects the expected members: $mask',
    async ({ mask, result }) => {
      const headers = { 'x-goog-fieldmask': mask };
      for (const method of ['GET', 'POST', 'PATCH']) {
        expect(await (await fetch(`${url()}/list`, { method, headers })).json()).toEqual(result);
      }
    },
  );

  it.each(refused)('fields=$mask is refused before anything is done', async ({ mask, selection }) => {
    const before = worked;
    for (const method of ['GET', 'POST', 'PATCH']) {
      const answer = await fetch(`${url()}/list?fields=${encoded(mask)}`, { method });
      const error = checkError(answer.status, await answer.text());
      expect(answer.status).toBe(400);
      expect(error.message).toBe(`Invalid field selection ${selection}`);
      expect(detailOf(error, 'ErrorInfo')).toMatchObject({
        reason: 'INVALID_FIELD_SELECTION',
        domain: DOMAIN,
        metadata: { selection },
      });
      expect(violationsOf(error).map(({ field }) => field)).toContain('fields');
    }
    expect(worked).toBe(before);
  });

  it('the older error format names the parameter fields', async () => {
    const answer = await fetch(`${url()}/list?fields=nope&%24.xgafv=1`);
    const { errors } = checkError(answer.status, await answer.text());
    const message = 'Invalid field selection nope';
    expect(errors).toEqual([
      {
        message,
        domain: 'global',
        reason: 'invalidParameter',
        location: 'fields',
        locationType: 'parameter',
      },
    ]);
  });

  it('fields may be repeated with the same value, also in the header', async () => {
    const headers = { 'x-goog-fieldmask': 'kind' };
    const answer = await fetch(`${url()}/list?fields=kind&fields=kind&$fields=kind`, { headers });
    expect(await answer.json()).toEqual({ kind: 'list' });
  });

  it('fields in bracket notation is not read as a mask', async () => {
    const answer = await fetch(`${url()}/list?fields[kind]=x`);
    expect(await answer.json()).toEqual(response);
  });
});
