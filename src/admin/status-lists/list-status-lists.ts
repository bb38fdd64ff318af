import { isoTime } from '../../conventions/json-schema.ts';
import type { PublishedList } from '../../issuer/ports/status-lists.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';

const viewOf = ({ name, baseUri, entries, periodEnd, number, issuedAt, expiresAt }: PublishedList) => ({
  name,
  uri: `${baseUri}/${name}`,
  entries,
  endTime: isoTime(periodEnd),
  ...(number > 0 && { publishTime: isoTime(issuedAt), expireTime: isoTime(expiresAt) }),
});

export const listStatusLists: AdminOperation<'listStatusLists', Pick<IssuerAdminDeps, 'store' | 'clock'>> =
  ({ store, clock }) =>
  async () => {
    const lists = await store.read((reader) => reader.publishedLists(clock()));
    return { statusLists: lists.map(viewOf) };
  };
