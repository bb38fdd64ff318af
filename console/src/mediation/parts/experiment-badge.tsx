import { Badge, toneOf } from '../../kit/badge.tsx';
import { useMessages } from '../../messages/index.ts';

/** An open experiment, in the words of the menu once a person can choose a variant. */
export function ExperimentBadge({ isToDecide }: { readonly isToDecide: boolean }) {
  const { group, groups } = useMessages().mediation;
  return isToDecide ? (
    <Badge tone="care">{groups.toDecide}</Badge>
  ) : (
    <Badge tone={toneOf('RUNNING')}>{group.experimentBadge}</Badge>
  );
}
