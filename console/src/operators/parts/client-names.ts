import { useAdmin, useMayCall } from '../api.ts';

/** Of the first page; the others are shown by their ids. */
const MOST = 100;

/** The names of OAuth clients by their ids, once they are read. */
export function useClientNames(isAsked: boolean): ReadonlyMap<string, string> {
  const may = useMayCall()('listOAuthClients');
  const { data } = useAdmin('listOAuthClients', { pageSize: MOST }, { enabled: isAsked && may });
  return new Map(data?.clients.map(({ id, name }) => [id, name]));
}
