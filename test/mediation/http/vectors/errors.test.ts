import { describe, expect, it } from 'vitest';
import {
  type FieldViolation,
  type Reason,
  STATUS_CODES,
  type StatusCode,
  type StatusDetails,
  StatusError,
} from '../../../../src/conventions/index.ts';
import { conventionalHandler, DOMAIN, useConventionsServer } from '../support/conventions-server.ts';
import { checkError } from '../support/envelope.ts';
import { readVectors } from '../support/vectors.ts';

interface ErrorData {
  readonly code: StatusCode;
  /** Some of these reasons do not occur on this server. */
  readonly reason: string;
  readonly message: string;
  readonly violations: readonly FieldViolation[];
  readonly details: StatusDetails;
}
interface Vectors {
  readonly statusOfCode: Readonly<Record<string, number>>;
  readonly statusOfReason: Readonly<Record<string, number>>;
  readonly details: readonly {
    readonly error: ErrorData;
    readonly details: readonly object[];
    readonly legacy: readonly object[];
  }[];
}
const vectors = readVectors<Vectors>('errors');

const url = useConventionsServer((instance) => {
  instance.post(
    '/error',
    conventionalHandler({}, (_request, { body }) => async () => {
      const { code, reason, message, violations, details } = body as ErrorData;
      throw new StatusError(reason as Reason, message, violations, details, code);
    }),
  );
  instance.get('/thrown', async ({ query }) => {
    const { status } = query as { readonly status: string };
    throw Object.assign(new TypeError('nothing that a caller should see'), { statusCode: Number(status) });
  });
});

/** The answer of a route that throws the error of a vector. */
async function thrown(error: ErrorData, query = '') {
  const response = await fetch(`${url()}/error${query}`, {
    method: 'POST',
    body: JSON.stringify(error),
    headers: { 'content-type': 'application/json' },
  });
  const text = await response.text();
  return { response, error: checkError(response.status, text) };
}

describe('Test vectors of errors', () => {
  it.each(STATUS_CODES)('the error %s has its HTTP status', async (code) => {
    const { response, error } = await thrown({
      code,
      reason: 'REASON',
      message: 'Text.',
      violations: [],
      details: {},
    });
    expect([response.status, error.status]).toEqual([vectors.statusOfCode[code], code]);
  });

  it.each(Object.entries(vectors.statusOfReason))(
    'the code %s is answered with %i',
    async (reason, status) => {
      const error = {
        code: 'FAILED_PRECONDITION',
        reason,
        message: 'Text.',
        violations: [],
        details: {},
      } as const;
      expect((await thrown(error)).response.status).toBe(status);
    },
  );

  it.each(vectors.details)('errors with the reason $error.reason have these details', async (vector) => {
    expect(DOMAIN).toBe('example.com');
    const { error, response } = await thrown(vector.error);
    expect(error.message).toBe(vector.error.message);
    expect(error.details).toEqual(vector.details);
    expect(error).not.toHaveProperty('errors');
    const { retryDelay } = vector.error.details;
    const seconds = retryDelay === undefined ? null : String(Math.ceil(retryDelay / 1000));
    expect(response.headers.get('retry-after')).toBe(seconds);
    const older = await thrown(vector.error, '?$.xgafv=1');
    expect(older.error.errors).toEqual(vector.legacy);
  });

  it('internal errors reveal no details', async () => {
    for (const status of [NaN, 200, 500, 599]) {
      const answer = await fetch(`${url()}/thrown?status=${status}`);
      const text = await answer.text();
      const error = checkError(answer.status, text);
      expect([answer.status, error.status, error.message]).toEqual([
        500,
        'INTERNAL',
        'Internal error encountered.',
      ]);
      expect(text).not.toContain('nothing that');
    }
  });
});
