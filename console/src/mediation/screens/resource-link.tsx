import { Link } from '../../frame/navigation.tsx';
import { Id } from '../../kit/id.tsx';
import { useMessages } from '../../messages/index.ts';
import { useAccount } from '../account.tsx';
import type { Change } from '../api.ts';
import { useGroupName } from '../data.ts';
import { lastPart } from '../model/matrix.ts';
import { isExperiment, type ShownChange } from '../model/shown-changes.ts';

interface Named {
  readonly displayName?: string;
  readonly manualAppInfo?: Named;
}

const nameOf = ({ after, before }: Change): string | undefined => {
  const { displayName, manualAppInfo } = (after ?? before ?? {}) as Named;
  return displayName ?? manualAppInfo?.displayName;
};

/** The name of the resource of a change, or the id of one without a name; groups and experiments link to their pages. */
export function ResourceLink({ change }: { readonly change: ShownChange }) {
  const { mediation } = useMessages();
  const { publisherId } = useAccount();
  const groupName = useGroupName();
  const { resource } = change;
  const group = /\/mediationGroups\/(\d+)/.exec(resource)?.[1];
  if (group === undefined) return nameOf(change) || <Id value={lastPart(resource)} canCopy={false} />;
  const to = `/${publisherId}/groups/${group}`;
  const experiments = isExperiment(change) ? [change] : change.experiments;
  if (experiments.length > 0)
    return (
      <span className="lines">
        {experiments.map((one) => (
          <Link key={one.resource} to={to} search={{ tab: 'experiment', experiment: lastPart(one.resource) }}>
            {nameOf(one) || mediation.changes.experimentOf(groupName(group))}
          </Link>
        ))}
      </span>
    );
  return <Link to={to}>{nameOf(change) || groupName(group)}</Link>;
}
