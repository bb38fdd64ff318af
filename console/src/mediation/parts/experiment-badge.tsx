import { Badge, toneOf } from '../../kit/badge.tsx';
import { useMessages } from '../../messages/index.ts';
import type { ShownState } from '../model/experiment.ts';
import { named } from './named.ts';

interface ExperimentBadgeProps {
  readonly state: ShownState;
  /** Whether it stands beside the state of the group, from which it must be told. */
  readonly isOfGroup?: boolean;
}

/** The state of an experiment, in the same words wherever it stands. */
export function ExperimentBadge({ state, isOfGroup = false }: ExperimentBadgeProps) {
  const { experiment, group } = useMessages().mediation;
  const word = named(experiment.states, state);
  return <Badge tone={toneOf(state)}>{isOfGroup ? group.experimentIs(word) : word}</Badge>;
}
