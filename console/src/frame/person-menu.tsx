import { emailName } from '../../../src/admin/contract/audit-log/email-name.ts';
import { Icon } from '../kit/icons.tsx';
import { Menu } from '../kit/menu.tsx';
import { useMessages } from '../messages/index.ts';
import { useSession } from './session.tsx';

type Actions = Readonly<Record<'onPreferences' | 'onPasskeys' | 'onSessions' | 'onHelp', () => void>>;

/** Name of the person, and actions for their account, such as to sign out; on every page. */
export function PersonMenu({ onPreferences, onPasskeys, onSessions, onHelp }: Actions) {
  const { session, signOut } = useSession();
  const { account, passkeys } = useMessages();
  const { email, role, kind, id, organisation } = session.person;
  const items = [
    { text: account.preferences, run: onPreferences },
    // Who signs in by an organisation has no passkeys here.
    ...(organisation ? [] : [{ text: passkeys.title, run: onPasskeys }]),
    { text: account.sessions, run: onSessions },
    { text: account.shortcutsHelp, run: onHelp },
    { text: account.signOut, run: () => void signOut() },
  ];
  return (
    <Menu label={account.person} items={items} className="quiet person-button">
      <Icon name="person" />
      <span className="person-name" title={email}>
        {email ? emailName(email) : kind === 'adminToken' ? account.adminToken : id}
      </span>
      {role && <span className="soft small">{role}</span>}
    </Menu>
  );
}
