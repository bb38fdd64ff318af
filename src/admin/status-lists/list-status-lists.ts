import { isoTime } from '../../conventions/json-schema.ts';
import type { PublishedList } from '../../issuer/ports/status-lists.ts';
import { STATUS_LIST_METHODS } from '../contract/status-lists/methods.ts';
import type { IssuerAdminDeps } from '../operation/deps.ts';
import { issuer, operation } from '../operation/operation.ts';

type Deps = Pick<IssuerAdminDeps, 'store' | 'clock' | 'statusPublisher'>;

function viewOf(list: PublishedList, { statusPublisher }: Deps) {
  const { name, root, baseUri, entries, periodEnd, number, issuedAt, expiresAt } = list;
  const problem = statusPublisher.problemOf(list);
  return {
    name,
    uri: `${baseUri}/${name}`,
    rootId: root,
    entries,
    endTime: isoTime(periodEnd),
    nextPublishTime: isoTime(statusPublisher.nextAt()),
    ...(number > 0 && { publishTime: isoTime(issuedAt), expireTime: isoTime(expiresAt) }),
    ...(problem && { problem }),
  };
}

export const listStatusLists = operation(STATUS_LIST_METHODS.listStatusLists, {
  needs: issuer,
  async run(deps) {
    const lists = await deps.store.read((reader) => reader.publishedLists(deps.clock()));
    return { statusLists: lists.map((list) => viewOf(list, deps)) };
  },
});
