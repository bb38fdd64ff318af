import { useMutation, useQuery } from '@tanstack/react-query';
import { endOtherSessions, endSession, ownSessions } from '../api/session.ts';
import { Badge, toneOf } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { Modal } from '../kit/modal.tsx';
import { Failure, Loaded } from '../kit/states.tsx';
import { Time } from '../kit/time.tsx';
import { useMessages } from '../messages/index.ts';
import { browserName } from './browser-name.ts';

export const useOwnSessions = () => useQuery({ queryKey: ['own sessions'], queryFn: ownSessions });

/** Lists the person's sessions of this console; each can be ended (ASVS 7.5.2). */
export function MySessions({ onClose }: { readonly onClose: () => void }) {
  const { account } = useMessages();
  const query = useOwnSessions();
  const end = useMutation({ mutationFn: endSession, onSettled: () => query.refetch() });
  const endOthers = useMutation({ mutationFn: endOtherSessions, onSettled: () => query.refetch() });
  return (
    <Modal title={account.sessions} text={account.sessionsText} onClose={onClose}>
      {end.error && <Failure error={end.error} />}
      <Loaded query={query}>
        {({ sessions }) => (
          <>
            <ul className="plain rows">
              {sessions.map(({ id, userAgent, address, lastUseTime, isCurrent }) => (
                <li key={id} className="row">
                  <div>
                    <div title={userAgent} translate="no">
                      {userAgent === undefined ? id : browserName(userAgent)}
                    </div>
                    <div className="soft small">
                      {address}, {account.lastUse} <Time at={lastUseTime} isRelative />
                    </div>
                  </div>
                  {isCurrent ? (
                    <Badge tone={toneOf('current')}>{account.currentSession}</Badge>
                  ) : (
                    <Button onClick={() => end.mutate(id)}>{account.endSession}</Button>
                  )}
                </li>
              ))}
            </ul>
            {sessions.length > 1 && (
              <div className="actions">
                <Button onClick={() => endOthers.mutate()}>{account.endOthers}</Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Modal>
  );
}
