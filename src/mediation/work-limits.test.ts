import { expect, it } from 'vitest';
import { workLimits } from './work-limits.ts';

const limits = () =>
  workLimits({ what: 'reports', mostOfPublisher: 2, mostAtATime: 1, mostWaiting: 1, mostRows: 10 });
const refused = expect.objectContaining({ reason: 'TOO_MANY_REPORTS', code: 'RESOURCE_EXHAUSTED' });

it('a publisher has at most so many reports until their answers are read', () => {
  const { admit } = limits();
  const [first] = [admit('a'), admit('a')];
  expect(() => admit('a')).toThrow(refused);
  admit('b');
  first.release();
  first.release();
  admit('a');
  expect(() => admit('a')).toThrow(refused);
});

it('reports wait for each other in order, and too many are refused', async () => {
  const { admit } = limits();
  const { inTurn } = admit('a');
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = inTurn(() => gate.promise.then(() => done.push('first')));
  const second = inTurn(async () => done.push('second'));
  await expect(inTurn(async () => {})).rejects.toThrow(refused);
  gate.resolve();
  await Promise.all([first, second]);
  expect(done).toEqual(['first', 'second']);
});

it('a report that fails makes room for the next one', async () => {
  const { inTurn } = limits().admit('a');
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(inTurn(async () => 1)).resolves.toBe(1);
});

it('answers that nobody reads may have so many rows together', () => {
  const { admit } = limits();
  const [first, second] = [admit('a'), admit('b')];
  first.hold(6);
  expect(() => second.hold(5)).toThrow(refused);
  first.release();
  second.hold(5);
});

it('a report that waits makes room for others when its client has gone', async () => {
  const { inTurn } = limits().admit('a');
  const gate = Promise.withResolvers<void>();
  const first = inTurn(() => gate.promise);
  const gone = new AbortController();
  const second = inTurn(async () => 'made', gone.signal);
  gone.abort();
  await expect(second).rejects.toThrow('aborted');
  const third = inTurn(async () => 'made');
  gate.resolve();
  await first;
  await expect(third).resolves.toBe('made');
  await expect(inTurn(async () => 'made', gone.signal)).rejects.toThrow('aborted');
});
