import { expect, it } from 'vitest';
import { UnavailableError } from '../../conventions/errors.ts';
import type { PublishedList } from '../ports/status-lists.ts';
import type { IssuerReader, IssuerStore } from '../ports/store.ts';
import { statusTokens } from './list-tokens.ts';

it('what was served before is served while the database does not answer', async () => {
  const list = { listNo: 1, name: 'one', number: 1, issuedAt: 0 } as PublishedList;
  let isAway = true;
  let reads = 0;
  const reader = {
    publishedLists: async () => [list, { ...list, listNo: 2, name: 'two' }],
    statusToken: async () => Uint8Array.of(7),
  } as unknown as IssuerReader;
  const read: IssuerStore['read'] = async (use) => {
    reads += 1;
    if (isAway) throw new UnavailableError('the database does not answer');
    return use(reader);
  };
  const tokens = statusTokens({ read }, () => 0, 1000);
  await expect(tokens.find('one')).rejects.toThrow(UnavailableError);
  isAway = false;
  expect((await tokens.find('one'))?.token).toEqual(Uint8Array.of(7));
  isAway = true;
  tokens.forget();
  reads = 0;
  for (let times = 3; times > 0; times -= 1)
    expect((await tokens.find('one'))?.token).toEqual(Uint8Array.of(7));
  expect(reads).toBe(1);
  await expect(tokens.find('two')).rejects.toThrow(UnavailableError);
  isAway = false;
  tokens.forget();
  expect((await tokens.find('two'))?.token).toEqual(Uint8Array.of(7));
});
