import {
  type FetchQueryOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

/** Reads data. The request is sent while the page is drawn; `useQuery` alone sends it only after the page was painted. */
export function useReading<Data>(options: UseQueryOptions<Data>): UseQueryResult<Data> {
  const queries = useQueryClient();
  const isAsked = options.enabled === false || queries.getQueryState(options.queryKey) !== undefined;
  if (!isAsked) void queries.prefetchQuery(options as FetchQueryOptions<Data>);
  return useQuery(options);
}
