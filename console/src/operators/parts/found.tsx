import type { ReactNode } from 'react';
import { ApiError } from '../../api/client.ts';
import { Empty, Loaded } from '../../kit/states.tsx';
import { useMessages } from '../../messages/index.ts';

interface FoundProps<Data> {
  readonly query: Parameters<typeof Loaded<Data>>[0]['query'];
  /** Shown if nothing has the id: possible reasons, and where to look. */
  readonly missing: ReactNode;
  /** In place of the sentence that nothing has the id. */
  readonly heading?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Shows a resource that was read by id, or that it does not exist. */
export function Found<Data>({ query, missing, heading, children }: FoundProps<Data>) {
  const { parts: words } = useMessages();
  const { error } = query;
  if (error instanceof ApiError && error.status === 404)
    return (
      <>
        {heading === undefined ? <Empty title={words.notThere} /> : heading}
        {missing}
      </>
    );
  return <Loaded query={query}>{children}</Loaded>;
}
