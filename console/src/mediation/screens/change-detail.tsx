import { useId, useState } from 'react';
import { isGroup } from '../../../../src/client/group-changes.ts';
import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { Button } from '../../kit/button.tsx';
import { Difference } from '../../kit/difference.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Headed } from '../../kit/headed.tsx';
import { Id } from '../../kit/id.tsx';
import { Failure } from '../../kit/states.tsx';
import { useMessages } from '../../messages/index.ts';
import { type Change, useMediation } from '../api.ts';
import { linesOf } from '../model/draft.ts';
import { hasOpenExperiment } from '../model/experiment.ts';
import { masked } from '../model/masked.ts';
import { lastPart } from '../model/matrix.ts';
import { revisionOf } from '../model/revision.ts';
import type { ShownChange } from '../model/shown-changes.ts';
import { unitsToName } from '../model/units-to-name.ts';
import { GroupDifference } from '../parts/group-difference.tsx';
import { forDifference } from '../parts/group-for-diff.ts';
import { type Labels, useLabels } from '../parts/labels.ts';
import { ExperimentFirst } from './history/experiment-first.tsx';
import { RollbackDialog } from './history/rollback-dialog.tsx';
import { ResourceLink } from './resource-link.tsx';

/** A group with names and prices; another resource without the values of settings. */
const shown = (change: Change, value: MediationGroup | undefined, labels: Labels) =>
  value && isGroup(change.resource) ? forDifference(value, labels) : masked(value);

interface RestoreProps {
  /** Resource name. */
  readonly on: string;
  readonly revision: number;
}

/** Rolls the group back to the revision before the change. */
function Restore({ on, revision }: RestoreProps) {
  const { mediation } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const reason = useId();
  const { data, error } = useMediation('accounts.mediationGroups.get', { on });
  // The server refuses it.
  if (data?.archiveTime !== undefined) return <span className="soft small">{mediation.group.archived}</span>;
  const isBlocked = data !== undefined && hasOpenExperiment(data);
  return (
    <>
      {isBlocked && <ExperimentFirst id={reason} group={data} />}
      <Button
        kind="quiet"
        onClick={() => setOpen(true)}
        isBusy={isOpen && !data && !error}
        disabled={isBlocked}
        aria-describedby={isBlocked ? reason : undefined}
      >
        {mediation.history.rollBackTo(revision)}
      </Button>
      {isOpen && error && <Failure error={error} />}
      {isOpen && data && !isBlocked && (
        <RollbackDialog group={data} revision={revision} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** The difference that a change made. The group can get the state before it again. */
export function ChangeDetail({ change }: { readonly change: ShownChange }) {
  const { mediation } = useMessages();
  const { before, after, resource } = change;
  const labels = useLabels(unitsToName(linesOf(before ?? {}), linesOf(after ?? {})));
  return (
    <div className="stack tight">
      <Headed
        actions={
          before !== undefined && isGroup(resource) && <Restore on={resource} revision={revisionOf(before)} />
        }
      >
        <Facts
          facts={[
            [
              mediation.changes.resource,
              <span key="resource" className="pair">
                <ResourceLink change={{ ...change, experiments: [] }} /> <Id value={lastPart(resource)} />
              </span>,
            ],
            [mediation.changes.request, <Id key="request" value={change.requestId} />],
          ]}
        />
      </Headed>
      {before && after && isGroup(resource) ? (
        <GroupDifference before={before} after={after} />
      ) : (
        <Difference before={shown(change, before, labels)} after={shown(change, after, labels)} />
      )}
    </div>
  );
}
