import type { MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { LongWords } from '../../../kit/long-words.tsx';
import { Loading } from '../../../kit/states.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useLastChanges } from '../../data.ts';
import { useAuthor } from '../../parts/author.ts';

/** When the group changed last, and by whom. */
export function LastChange({ group }: { readonly group: MediationGroup }) {
  const { mediation } = useMessages();
  const { group: words } = mediation;
  const author = useAuthor();
  const { mediationGroupId = '' } = group;
  const { changes, isLoading } = useLastChanges(mediationGroupId === '' ? [] : [mediationGroupId]);
  const change = changes.get(mediationGroupId);
  if (isLoading) return <Loading isHidden />;
  if (!change) return null;
  return (
    <span>
      {words.lastChange} <Time at={change.time} /> {words.by} <LongWords text={author(change, true)} /> ·
    </span>
  );
}
