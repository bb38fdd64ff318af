import { Link } from '../../frame/navigation.tsx';
import { Id } from '../../kit/id.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import { useGroupName } from '../data.ts';
import { lastPart } from '../model/matrix.ts';
import type { ShownChange } from '../model/shown-changes.ts';

interface Named {
  readonly displayName?: string;
  readonly manualAppInfo?: Named;
}

const nameOf = ({ after, before }: ShownChange): string | undefined => {
  const { displayName, manualAppInfo } = (after ?? before ?? {}) as Named;
  return displayName ?? manualAppInfo?.displayName;
};

/** The name of the resource of a change, or the id of one without a name; groups and experiments link to their pages. */
export function ResourceLink({ change }: { readonly change: ShownChange }) {
  const { mediation } = useMessages();
  const { publisherId } = useAccount();
  const groupName = useGroupName();
  const { resource, experiment = resource.includes('/mediationAbExperiments/') ? change : undefined } =
    change;
  const group = /\/mediationGroups\/(\d+)/.exec(resource)?.[1];
  if (group === undefined) return nameOf(change) || <Id value={lastPart(resource)} canCopy={false} />;
  const to = `/${publisherId}/groups/${group}`;
  if (experiment)
    return (
      <Link to={to} search={{ tab: 'experiment', experiment: lastPart(experiment.resource) }}>
        {nameOf(experiment) || mediation.changes.experimentOf(groupName(group))}
      </Link>
    );
  return <Link to={to}>{nameOf(change) || groupName(group)}</Link>;
}
