import { useAdmin, useMayCall } from '../api.ts';

/** Of the first page; the others are shown by their ids. */
const MOST = 100;

/** The name of an OAuth client, once the names are read. */
export function useClientNames(isAsked: boolean): (id: string) => string | undefined {
  const may = useMayCall()('listOAuthClients');
  const { data } = useAdmin('listOAuthClients', { pageSize: MOST }, { enabled: isAsked && may });
  const names = new Map(data?.clients.map(({ id, name }) => [id, name]));
  return (id) => names.get(id);
}
