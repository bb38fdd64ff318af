import { Link } from '../../../../frame/navigation.tsx';
import { Notice } from '../../../../kit/states.tsx';
import { holdersImport } from '../../../../messages/holders-import.ts';
import { useWords } from '../../../../messages/index.ts';
import type { WaitingChunk } from './job.ts';

export function WaitingChunks({ chunks }: { readonly chunks: readonly WaitingChunk[] }) {
  const words = useWords(holdersImport);
  if (chunks.length === 0) return null;
  const records = chunks.reduce((sum, chunk) => sum + chunk.records, 0);
  return (
    <Notice kind="care" title={words.waits(records)}>
      <p>{words.waitsText}</p>
      <ul>
        {chunks.map(({ approvalId }) => (
          <li key={approvalId}>
            <Link to="/approvals/$id" params={{ id: approvalId }}>
              {words.approval} {approvalId}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
