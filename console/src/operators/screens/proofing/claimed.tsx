import { useRef } from 'react';
import { useSession } from '../../../frame/session.tsx';
import { useWho } from '../../../frame/who.ts';
import { Button } from '../../../kit/button.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { Failure, Notice } from '../../../kit/states.tsx';
import { absolute, formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';
import { useClaim } from './claim.ts';

/** Shows who else has the proofing open, and who took it over from this person. */
export function Claimed({ id, isOpen }: { readonly id: string; readonly isOpen: boolean }) {
  const { proofing: words } = useMessages();
  const { session } = useSession();
  const who = useWho();
  const say = useSay();
  const { takeOver, error } = useClaim(id, isOpen);
  const { data } = useAdmin('getProofing', { id }, { every: 10_000 });
  const had = useRef<string>(undefined);
  const claim = data?.claim;
  if (claim?.operatorId === session.person.id) had.current = id;
  if (!isOpen || !claim || claim.operatorId === session.person.id) return null;
  const name = who(claim.operatorId, claim.name);
  const wasTaken = had.current === id;
  const take = async () => {
    if (await takeOver()) say(words.tookOver);
  };
  return (
    <>
      <Notice kind="care" title={wasTaken ? words.takenOverBy(name) : words.claimedBy(name)}>
        <div className="stack tight">
          {wasTaken && <p>{words.takenOverText}</p>}
          <p>{words.claimedUntil(absolute(Date.parse(claim.expireTime), formattingLocale()))}</p>
          <div className="actions">
            <Button onClick={take}>{words.takeOver}</Button>
          </div>
        </div>
      </Notice>
      {error !== undefined && <Failure error={error} />}
    </>
  );
}
