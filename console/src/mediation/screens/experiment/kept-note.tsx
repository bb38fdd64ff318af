import { keptVariant } from '../../../../../src/client/kept-variant.ts';
import type { MediationAbExperiment } from '../../../../../src/mediation/contract/index.ts';
import { useWho } from '../../../frame/who.ts';
import { Notice } from '../../../kit/states.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { type Change, listChanges, useRead } from '../../api.ts';

/** The change of the group that ended the experiment: its lines say which variant was kept. Null if no change is known. */
function useEnd({ name: resource = '' }: MediationAbExperiment) {
  const { publisherId: publisher } = useAccount();
  return useRead<Change | null>(['endOfExperiment', resource], async (options) => {
    const { changes: own } = await listChanges({ publisher, resource, view: 'basic', pageSize: 1 }, options);
    const [end] = own;
    if (!end) return null;
    const of = {
      publisher,
      resource: resource.replace(/\/mediationAbExperiments\/.*/, ''),
      startTime: end.time,
      endTime: new Date(Date.parse(end.time) + 1).toISOString(),
    };
    const { changes } = await listChanges(of, options);
    return changes.find(({ requestId }) => requestId === end.requestId) ?? null;
  });
}

/** Which variant was kept, by whom and when. The start of the next experiment keeps variant A if no one chose. */
export function KeptNote({ experiment }: { readonly experiment: MediationAbExperiment }) {
  const { changeWords, mediation } = useMessages();
  const { experiment: words } = mediation;
  const whoOf = useWho();
  const { data: end } = useEnd(experiment);
  if (!end) return null;
  const kept = keptVariant(end);
  const who = whoOf(end.subject, end.email, 'inside');
  return (
    <Notice title={changeWords.kept[kept ?? 'VARIANT_A']}>
      {kept ? words.stoppedBy(who) : words.replacedBy(who)} · <Time at={end.time} />
    </Notice>
  );
}
