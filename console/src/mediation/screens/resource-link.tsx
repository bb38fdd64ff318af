import { Link } from '../../frame/navigation.tsx';
import { Id } from '../../kit/id.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import type { Change } from '../api.ts';
import { useGroupName } from '../data.ts';
import { lastPart } from '../model/matrix.ts';

interface ResourceLinkProps {
  readonly change: Change;
  /** Without the id below the name. */
  readonly isShort?: boolean;
}

/** Names the resource of a change; a group links to its page. */
export function ResourceLink({ change, isShort = false }: ResourceLinkProps) {
  const { mediation } = useMessages();
  const { publisherId } = useAccount();
  const nameOf = useGroupName();
  const { resource, after, before } = change;
  const shown = (after ?? before ?? {}) as { displayName?: string; manualAppInfo?: { displayName?: string } };
  const displayName = shown.displayName ?? shown.manualAppInfo?.displayName;
  const isExperiment = resource.includes('/mediationAbExperiments/');
  const group = /\/mediationGroups\/(\d+)/.exec(resource)?.[1];
  const id = lastPart(resource);
  return (
    <span className="line-name">
      {group === undefined ? (
        displayName && <span>{displayName}</span>
      ) : (
        <Link
          to={`/${publisherId}/groups/${group}`}
          search={isExperiment ? { tab: 'experiment', experiment: id } : {}}
        >
          {displayName || (isExperiment ? mediation.changes.experimentOf(nameOf(group)) : nameOf(group))}
        </Link>
      )}
      {(!isShort || (group === undefined && !displayName)) && <Id value={id} canCopy={false} />}
    </span>
  );
}
