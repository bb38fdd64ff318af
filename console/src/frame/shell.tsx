import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '../kit/icons.tsx';
import { useMessages } from '../messages/index.ts';
import { MyPasskeys } from './my-passkeys.tsx';
import { MySessions } from './my-sessions.tsx';
import { PersonMenu } from './person-menu.tsx';
import { PreferencesDialog } from './preferences-dialog.tsx';
import { useSession } from './session.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';
import { useShortcuts } from './shortcuts.tsx';

export interface Place {
  readonly to: string;
  readonly text: string;
  /** The key that opens the screen after `g`. */
  readonly key?: string;
  readonly isShown?: boolean;
}

interface ShellProps {
  readonly name: string;
  readonly places: readonly Place[];
  /** A choice for all screens, beside the name, such as the publisher. */
  readonly scope?: ReactNode;
}

type Opened = 'preferences' | 'passkeys' | 'sessions' | 'help';

/** Header, navigation and the screen. */
export function Shell({ name, places, scope }: ShellProps) {
  const { common, account } = useMessages();
  const { signOut } = useSession();
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const content = useRef<HTMLElement>(null);
  const shown = places.filter(({ isShown = true }) => isShown);

  useShortcuts([
    ...shown.flatMap(({ key, text, to }) =>
      key === undefined ? [] : [{ keys: `g ${key}`, text, run: () => navigate({ to }) }],
    ),
    { keys: '?', text: account.openHelp, run: () => setOpened('help') },
  ]);
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    setMenuOpen(false);
    content.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [path]);

  const close = () => setOpened(undefined);
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {common.skipToContent}
      </a>
      <header className="head">
        <button
          type="button"
          className="button quiet menu-button"
          aria-label={common.menu}
          aria-expanded={isMenuOpen}
          aria-controls="navigation"
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          <Icon name="menu" /> <span className="menu-text">{common.menu}</span>
        </button>
        <div className="names">
          <span className="brand">{common.product}</span>
          <span className="soft small">{name}</span>
        </div>
        <div className="scope">{scope}</div>
        {/* Always visible (ASVS 7.4.4). */}
        <button type="button" className="button quiet sign-out" onClick={signOut}>
          {account.signOut}
        </button>
        <PersonMenu
          onPreferences={() => setOpened('preferences')}
          onPasskeys={() => setOpened('passkeys')}
          onSessions={() => setOpened('sessions')}
          onHelp={() => setOpened('help')}
        />
      </header>
      <nav id="navigation" className={isMenuOpen ? 'places open' : 'places'} aria-label={common.menu}>
        <ul className="plain">
          {shown.map(({ to, text }) => (
            <li key={to}>
              <Link
                to={to}
                className="place"
                activeOptions={{ exact: to === '/' }}
                activeProps={{ 'aria-current': 'page' }}
              >
                {text}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <main id="content" className="content" ref={content} tabIndex={-1}>
        <Outlet />
      </main>
      {opened === 'preferences' && <PreferencesDialog onClose={close} />}
      {opened === 'passkeys' && <MyPasskeys onClose={close} />}
      {opened === 'sessions' && <MySessions onClose={close} />}
      {opened === 'help' && <ShortcutHelp onClose={close} />}
    </div>
  );
}
