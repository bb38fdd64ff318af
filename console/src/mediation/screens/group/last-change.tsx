import { useWho } from '../../../frame/who.ts';
import { LongWords } from '../../../kit/long-words.tsx';
import { Loading } from '../../../kit/states.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useLastChanges } from '../../data.ts';

/** When the group changed last, and by whom. */
export function LastChange({ id }: { readonly id: string }) {
  const { mediation } = useMessages();
  const { group: words } = mediation;
  const who = useWho();
  const { changes, isLoading } = useLastChanges([id]);
  const change = changes.get(id);
  if (isLoading) return <Loading isHidden />;
  if (!change) return null;
  return (
    <span>
      {words.lastChange} <Time at={change.time} /> {words.by}{' '}
      <LongWords text={who(change.subject, change.email, 'inside')} /> ·
    </span>
  );
}
