import { useState } from 'react';
import type { MediationGroup } from '../../../../src/mediation/contract/index.ts';
import { useSession } from '../../frame/session.tsx';
import { Button } from '../../kit/button.tsx';
import { Difference } from '../../kit/difference.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Id } from '../../kit/id.tsx';
import { useSay } from '../../kit/messages.tsx';
import { Modal } from '../../kit/modal.tsx';
import { Failure } from '../../kit/states.tsx';
import { useMessages } from '../../messages/index.ts';
import { type Change, mediation as call, useChange } from '../api.ts';
import { masked } from '../model/masked.ts';
import { restoring } from '../model/restore.ts';
import { GroupDifference } from '../parts/group-difference.tsx';
import { forDifference } from '../parts/group-for-diff.ts';
import { type Labels, useLabels } from '../parts/labels.ts';

export const isGroup = (resource: string) => /\/mediationGroups\/\d+$/.test(resource);

/** A group with names and prices; another resource without the values of settings. */
const shown = (change: Change, value: MediationGroup | undefined, labels: Labels) =>
  value && isGroup(change.resource) ? forDifference(value, labels) : masked(value);

interface Restoration {
  readonly current: MediationGroup;
  readonly after: MediationGroup;
}

/** The difference that a change made. The state before it can be restored by a new change. */
export function ChangeDetail({ change }: { readonly change: Change }) {
  const { common, mediation } = useMessages();
  const { changes: words } = mediation;
  const { guarded } = useSession();
  const say = useSay();
  const labels = useLabels();
  const patch = useChange('accounts.mediationGroups.patch');
  const [restoration, setRestoration] = useState<Restoration>();
  const [error, setError] = useState<unknown>();
  const { before, after, resource } = change;
  const canRestore = before !== undefined && isGroup(resource);

  const attempt = async (run: () => Promise<void>) => {
    setError(undefined);
    try {
      await run();
    } catch (cause) {
      setError(cause);
    }
  };
  const send = (current: MediationGroup, validateOnly: boolean) => {
    const { updateMask, body } = restoring(current, before ?? {});
    const query = { updateMask: updateMask.join(','), ...(validateOnly && { validateOnly }) };
    return patch.mutateAsync({ on: resource, query, body, ifMatch: current.etag });
  };
  const preview = () =>
    attempt(async () => {
      const { body: current } = await guarded(() => call('accounts.mediationGroups.get', { on: resource }));
      if (restoring(current, before ?? {}).updateMask.length === 0) say(words.alreadySo);
      else setRestoration({ current, after: await send(current, true) });
    });
  const restore = (current: MediationGroup) =>
    attempt(async () => {
      await send(current, false);
      setRestoration(undefined);
      say(words.restored);
    });
  return (
    <div className="stack tight">
      {before && after && isGroup(resource) ? (
        <GroupDifference before={before} after={after} />
      ) : (
        <Difference before={shown(change, before, labels)} after={shown(change, after, labels)} />
      )}
      <Facts facts={[[words.request, <Id key="id" value={change.requestId} />]]} />
      {error !== undefined && !restoration && <Failure error={error} />}
      {canRestore && (
        <div className="actions">
          <Button onClick={preview} isBusy={patch.isPending}>
            {words.restore}
          </Button>
        </div>
      )}
      {restoration && (
        <Modal
          title={words.restoreTitle}
          text={words.restoreText}
          isWide
          onClose={() => setRestoration(undefined)}
        >
          {error !== undefined && <Failure error={error} />}
          <GroupDifference before={restoration.current} after={restoration.after} />
          <div className="actions">
            <Button onClick={() => setRestoration(undefined)}>{common.cancel}</Button>
            <Button kind="main" onClick={() => restore(restoration.current)} isBusy={patch.isPending}>
              {words.restoreNow}
            </Button>
          </div>
        </Modal>
      )}
    </div>
  );
}
