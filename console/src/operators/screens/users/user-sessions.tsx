import { useState } from 'react';
import { browserName } from '../../../frame/browser-name.ts';
import { useOwnSessions } from '../../../frame/my-sessions.tsx';
import { Badge, toneOf } from '../../../kit/badge.tsx';
import { Button } from '../../../kit/button.tsx';
import { Headed } from '../../../kit/headed.tsx';
import type { Column } from '../../../kit/table.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin } from '../../api.ts';
import { WordedDialog } from '../../parts/worded/worded-dialog.tsx';
import { WordedTable } from '../../parts/worded/worded-list.tsx';
import { UserActions } from './user-actions.tsx';

type Session = AdminResponse<'listConsoleSessions'>['sessions'][number];

const nameOf = ({ userAgent, id }: Session) => (userAgent === undefined ? id : browserName(userAgent));

/** Where the user is signed in to a console; each session can be ended. */
export function UserSessions({ user }: { readonly user: AdminResponse<'getUser'> }) {
  const { common, users: words, account } = useMessages();
  const query = useAdmin('listConsoleSessions', { user: user.id });
  const current = useOwnSessions().data?.sessions.find(({ isCurrent }) => isCurrent)?.id;
  const [ending, setEnding] = useState<Session>();
  const end: Column<Session> = {
    key: 'end',
    head: common.actions,
    cell: (session) =>
      session.id === current ? (
        <Badge tone={toneOf('current')}>{account.currentSession}</Badge>
      ) : (
        <Button onClick={() => setEnding(session)}>{words.endSession}</Button>
      ),
  };
  return (
    <>
      <Headed actions={<UserActions key={user.updateTime} user={user} place="sessions" />}>
        <h2>{words.sessions}</h2>
      </Headed>
      <WordedTable
        method="listConsoleSessions"
        query={query}
        caption={words.sessions}
        without={['id']}
        cells={{
          userAgent: (session) => (
            <span title={session.userAgent} translate="no">
              {nameOf(session)}
            </span>
          ),
          console: (session) =>
            session.console === 'operators' ? common.operatorsConsole : common.mediationConsole,
          address: ({ address }) => <span className="mono">{address}</span>,
        }}
        more={[end]}
        empty={words.noSessions}
      />
      {ending && (
        <WordedDialog
          method="endConsoleSession"
          on={{ id: ending.id }}
          effect={words.endSessionText(nameOf(ending), ending.address)}
          onClose={() => setEnding(undefined)}
        />
      )}
    </>
  );
}
