import { beforeEach, expect, it } from 'vitest';
import { tellSignedOut } from '../../../frame/signed-out.ts';
import { claimNext, skip } from './next-claim.ts';

/** What waits on the server, by deadline. */
let waiting: string[];
let asked: number;

/** As the server: the first that is not left out. */
const claim = async (leftOut: readonly string[]) => {
  asked += 1;
  return waiting.find((id) => !leftOut.includes(id));
};

const next = async (opened?: string) => (await claimNext(claim, opened)).proofing;

beforeEach(async () => {
  // Forgets what an earlier test skipped.
  waiting = [];
  await next();
  asked = 0;
});

it('skipped proofings come last, also after a decision', async () => {
  waiting = ['a', 'b', 'c'];
  expect(await next()).toBe('a');
  skip('a');
  expect(await next('a')).toBe('b');
  skip('b');
  expect(await next('b')).toBe('c');
  waiting = ['a', 'b', 'd'];
  expect(await claimNext(claim)).toEqual({ proofing: 'd', wasSkipped: false });
  waiting = ['a', 'b'];
  expect(await claimNext(claim)).toEqual({ proofing: 'a', wasSkipped: true });
});

it('when all were skipped, they come in the order in which they were skipped', async () => {
  waiting = ['a', 'b', 'c'];
  for (const id of ['c', 'a', 'b']) skip(id);
  const seen: (string | undefined)[] = [];
  let opened = 'b';
  for (let count = 0; count < 4; count += 1) {
    const found = await next(opened);
    seen.push(found);
    skip(found!);
    opened = found!;
  }
  expect(seen).toEqual(['c', 'a', 'b', 'c']);
});

it('the only proofing does not come again at once when it is skipped, but later', async () => {
  waiting = ['a'];
  skip('a');
  expect(await next('a')).toBeUndefined();
  expect(await next()).toBe('a');
});

it('skipped ones that are decided meanwhile are forgotten', async () => {
  for (const id of ['a', 'b', 'c']) skip(id);
  waiting = ['c'];
  expect(await next()).toBe('c');
  expect(asked).toBe(4);
  await next();
  // Nothing is skipped now.
  expect(asked).toBe(5);
});

it('what a person skipped is not skipped for the next person who signs in on this page', async () => {
  waiting = ['a', 'b'];
  skip('a');
  tellSignedOut();
  expect(await claimNext(claim)).toEqual({ proofing: 'a', wasSkipped: false });
});
