import { useState } from 'react';
import { browserName } from '../../../frame/browser-name.ts';
import { Button } from '../../../kit/button.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { Loaded } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin, useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';

type Session = AdminResponse<'listConsoleSessions'>['sessions'][number];

const nameOf = ({ userAgent, id }: Session) => (userAgent === undefined ? id : browserName(userAgent));

function EndSession({ session, onClose }: { readonly session: Session; readonly onClose: () => void }) {
  const { users: words } = useMessages();
  const say = useSay();
  const { mutateAsync } = useAdminAction('endConsoleSession');
  return (
    <ActionDialog
      title={words.endSession}
      text={words.endSessionText(nameOf(session), session.address)}
      action={words.endSession}
      run={() => mutateAsync({ id: session.id })}
      onDone={() => say(words.done)}
      onClose={onClose}
    />
  );
}

/** When the user signed in to a console last. */
export function LastSignIn({ user }: { readonly user: string }) {
  const { users: words } = useMessages();
  const { data } = useAdmin('listConsoleSessions', { user });
  if (data === undefined) return '–';
  return data.lastSignInTime === undefined ? words.never : <Time at={data.lastSignInTime} isRelative />;
}

/** Where the user is signed in to a console; each session can be ended. */
export function UserSessions({ user }: { readonly user: string }) {
  const { users: words } = useMessages();
  const query = useAdmin('listConsoleSessions', { user });
  const [ending, setEnding] = useState<Session>();
  const heads = words.sessionColumns;
  const columns: readonly Column<Session>[] = [
    {
      key: 'browser',
      head: heads.browser,
      cell: (session) => (
        <span title={session.userAgent} translate="no">
          {nameOf(session)}
        </span>
      ),
    },
    { key: 'console', head: heads.console, cell: (session) => words.consoles[session.console] },
    { key: 'address', head: heads.address, cell: ({ address }) => <span className="mono">{address}</span> },
    { key: 'since', head: heads.since, cell: ({ signInTime }) => <Time at={signInTime} /> },
    { key: 'used', head: heads.used, cell: ({ lastUseTime }) => <Time at={lastUseTime} isRelative /> },
    {
      key: 'end',
      head: heads.end,
      cell: (session) => <Button onClick={() => setEnding(session)}>{words.endSession}</Button>,
    },
  ];
  return (
    <>
      <h2>{words.sessions}</h2>
      <Loaded query={query}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <p className="soft">{words.noSessions}</p>
          ) : (
            <Table caption={words.sessions} columns={columns} rows={sessions} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
      {ending && <EndSession session={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}
