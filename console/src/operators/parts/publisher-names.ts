import { useAdmin, useMayCall } from '../api.ts';

/** Of the first page; the others are shown by their ids. */
const MOST = 100;

/** The name of a publisher; its id until the name is read, and for those who may not list publishers. */
export function usePublisherNames(): (id: string) => string {
  const may = useMayCall()('listPublishers');
  const { data } = useAdmin('listPublishers', { pageSize: MOST }, { enabled: may });
  const names = new Map(data?.publishers.map(({ id, displayName }) => [id, displayName]));
  return (id) => names.get(id) ?? id;
}
