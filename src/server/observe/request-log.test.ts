import { describe, expect, it } from 'vitest';
import type { HandledRequest } from '../../issuer/ports/requests.ts';
import { requestRecorder } from './request-log.ts';

const MOST_WAITING = 10_000;

describe('The log of requests', () => {
  it('the log of requests holds a limited number of requests while the database does not answer, and counts the others', async () => {
    const { promise: answer, resolve } = Promise.withResolvers<void>();
    let kept = 0;
    const insertRequests = async (requests: readonly HandledRequest[]) => {
      await answer;
      kept += requests.length;
    };
    const store = { write: (use: (writer: unknown) => unknown) => use({ insertRequests }) };
    const recorder = requestRecorder(store as never);
    const recorded = 5 * MOST_WAITING;
    for (let count = 1; count <= recorded; count += 1) {
      recorder.record({} as HandledRequest);
      if (count % 1000 === 0) void recorder.settled();
      await undefined;
    }
    expect(recorded - recorder.lost()).toBeLessThanOrEqual(2 * MOST_WAITING);
    resolve();
    await recorder.settled();
    expect(kept).toBe(recorded - recorder.lost());
  });

  it('the log of requests counts the requests of a write that failed', async () => {
    const write = () => Promise.reject(new Error('the disk is full'));
    const recorder = requestRecorder({ write } as never);
    for (let count = 0; count < 3; count += 1) recorder.record({} as HandledRequest);
    await recorder.settled();
    expect(recorder.lost()).toBe(3);
  });
});
