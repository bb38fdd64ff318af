import type { MediationGroup } from '../../../../../src/mediation/contract/index.ts';
import { Loading } from '../../../kit/states.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { useLastChanges } from '../../data.ts';
import { useAuthor } from '../../parts/author.ts';

/** When the group changed last and by whom, and the version that a change must name. */
export function LastChange({ group }: { readonly group: MediationGroup }) {
  const { mediation } = useMessages();
  const { group: words } = mediation;
  const { zone } = useAccount();
  const author = useAuthor();
  const { mediationGroupId = '', etag } = group;
  const { changes, isLoading } = useLastChanges(mediationGroupId === '' ? [] : [mediationGroupId]);
  const change = changes.get(mediationGroupId);
  if (isLoading) return <Loading isHidden />;
  return (
    <>
      {change && (
        <span>
          {words.lastChange} <Time at={change.time} zone={zone} /> {words.by(author(change))}
        </span>
      )}
      {etag !== undefined && (
        <span>
          {words.etag} <code>{etag}</code>
        </span>
      )}
    </>
  );
}
