import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { jsonLines } from '../../../kit/diff.ts';
import { useMessages } from '../../../messages/index.ts';
import { admin } from '../../api.ts';

/** The pause in typing after which the server is asked, in milliseconds. */
const PAUSE = 400;

function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text represents the value.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface PreviewProps {
  readonly id: string;
  readonly decision: 'reject' | 'challenge';
  readonly detail: object | undefined;
}

/** The exact message for the wallet, from a dry run on the server. */
export function Preview({ id, decision, detail }: PreviewProps) {
  const { proofing: words } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const settled = useSettled(detail);
  const query = useQuery({
    queryKey: ['preview', id, decision, settled],
    enabled: isOpen && settled !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const request = { id, detail: settled!, validateOnly: true };
      const options = { background: true, signal };
      if (decision === 'reject') return (await admin('rejectProofing', request, options)).rejected ?? null;
      return (await admin('challengeProofing', request, options)).challenged ?? null;
    },
  });
  return (
    <details className="preview small" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="soft">{words.preview}</summary>
      {detail === undefined ? (
        <p className="small soft">{words.previewNone}</p>
      ) : query.error ? (
        <p className="small problem">{query.error.message}</p>
      ) : query.data ? (
        <pre className="mono small">{jsonLines(query.data).join('\n')}</pre>
      ) : (
        <p className="small soft">{words.previewLoading}</p>
      )}
    </details>
  );
}
