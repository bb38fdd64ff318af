import { useAdmin, useMayCall } from '../api.ts';

/** Of the first page; the others are shown by their ids. */
const MOST = 100;

/** The names of publishers by their ids, once they are read; none for those who may not list publishers. */
export function usePublishers(): ReadonlyMap<string, string> {
  const may = useMayCall()('listPublishers');
  const { data } = useAdmin('listPublishers', { pageSize: MOST }, { enabled: may });
  return new Map(data?.publishers.map(({ id, displayName }) => [id, displayName]));
}

/** The name of a publisher, or its id. */
export function usePublisherNames(): (id: string) => string {
  const names = usePublishers();
  return (id) => names.get(id) ?? id;
}
