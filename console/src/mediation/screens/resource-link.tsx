import { Link } from '@tanstack/react-router';
import { Id } from '../../kit/id.tsx';
import { useAccount } from '../account.tsx';
import type { Change } from '../api.ts';

/** Names the resource of a change; a group links to its page. */
export function ResourceLink({ change }: { readonly change: Change }) {
  const { publisherId } = useAccount();
  const { resource, after, before } = change;
  const shown = (after ?? before ?? {}) as { displayName?: string; manualAppInfo?: { displayName?: string } };
  const displayName = shown.displayName ?? shown.manualAppInfo?.displayName;
  const isExperiment = resource.includes('/mediationAbExperiments/');
  const group = /\/mediationGroups\/(\d+)/.exec(resource)?.[1];
  const id = resource.slice(resource.lastIndexOf('/') + 1);
  return (
    <span className="line-name">
      {group === undefined ? (
        displayName && <span>{displayName}</span>
      ) : (
        <Link
          to={`/${publisherId}/groups/${group}`}
          search={(isExperiment ? { tab: 'experiment' } : {}) as never}
        >
          {displayName ?? group}
        </Link>
      )}
      <Id value={id} canCopy={false} />
    </span>
  );
}
