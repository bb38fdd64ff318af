import { useRef, useState } from 'react';
import { Icon } from '../kit/icons.tsx';
import { useMessages } from '../messages/index.ts';
import { useSession } from './session.tsx';

type Actions = Readonly<Record<'onPreferences' | 'onPasskeys' | 'onSessions' | 'onHelp', () => void>>;

/** Name of the person, and actions for their account. Tab goes through the open list, Escape closes it. */
export function PersonMenu({ onPreferences, onPasskeys, onSessions, onHelp }: Actions) {
  const { session } = useSession();
  const { account, passkeys } = useMessages();
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const { email, role, kind, id, organisation } = session.person;
  const items = [
    [account.preferences, onPreferences],
    // Who signs in by an organisation has no passkeys here.
    ...(organisation ? [] : [[passkeys.title, onPasskeys] as const]),
    [account.sessions, onSessions],
    [account.shortcutsHelp, onHelp],
  ] as const;
  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its buttons let through.
    <div
      className="person"
      ref={frame}
      onKeyDown={(event) => event.key === 'Escape' && isOpen && close()}
      onBlur={({ relatedTarget }) => !frame.current?.contains(relatedTarget) && setOpen(false)}
    >
      <button
        type="button"
        className="button quiet person-button"
        ref={trigger}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="person" />
        <span className="person-name">{email ?? (kind === 'adminToken' ? account.adminToken : id)}</span>
        {role && <span className="soft small">{role}</span>}
      </button>
      {isOpen && (
        <ul className="plain menu" aria-label={account.person}>
          {items.map(([text, onClick]) => (
            <li key={text}>
              <button
                type="button"
                className="menu-item"
                onClick={() => {
                  close();
                  onClick();
                }}
              >
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
