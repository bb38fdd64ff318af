import { Link } from '../../frame/navigation.tsx';
import { Id } from '../../kit/id.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import type { Change } from '../api.ts';
import { useGroupName } from '../data.ts';
import { lastPart } from '../model/matrix.ts';

/** The name of the resource of a change, or the id of one without a name; a group links to its page. */
export function ResourceLink({ change }: { readonly change: Change }) {
  const { mediation } = useMessages();
  const { publisherId } = useAccount();
  const nameOf = useGroupName();
  const { resource, after, before } = change;
  const shown = (after ?? before ?? {}) as { displayName?: string; manualAppInfo?: { displayName?: string } };
  const displayName = shown.displayName ?? shown.manualAppInfo?.displayName;
  const isExperiment = resource.includes('/mediationAbExperiments/');
  const group = /\/mediationGroups\/(\d+)/.exec(resource)?.[1];
  const id = lastPart(resource);
  if (group === undefined) return displayName || <Id value={id} canCopy={false} />;
  return (
    <Link
      to={`/${publisherId}/groups/${group}`}
      search={isExperiment ? { tab: 'experiment', experiment: id } : {}}
    >
      {displayName || (isExperiment ? mediation.changes.experimentOf(nameOf(group)) : nameOf(group))}
    </Link>
  );
}
