import { expect, it } from 'vitest';
import { ApiError } from '../api/client.ts';
import { isPassing, waitBefore } from './passing.ts';

const failure = (status: number, retryAfter?: number) =>
  Object.assign(Object.create(ApiError.prototype) as ApiError, { status, retryAfter });

it.each([
  ['no answer', failure(0), true],
  ['an overload', failure(503), true],
  ['too many reports at once', failure(429, 5), true],
  ['a limit of an hour', failure(429, 3600), false],
  ['a refusal', failure(403), false],
  ['another error', new Error('no'), false],
])('a request is repeated if its failure passes soon: %s', (_, error, expected) => {
  expect(isPassing(error)).toBe(expected);
});

it('the server says how long to wait; otherwise each wait is longer', () => {
  expect(waitBefore(1, failure(429, 5))).toBe(5);
  expect([0, 1, 2].map((count) => waitBefore(count, failure(0)))).toEqual([1, 2, 4]);
});
