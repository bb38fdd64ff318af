import { Outlet, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Choice } from '../kit/choice-box.tsx';
import { Icon, type IconName } from '../kit/icons.tsx';
import { useMessages } from '../messages/index.ts';
import { MyPasskeys } from './my-passkeys.tsx';
import { MySessions } from './my-sessions.tsx';
import { Link, useNavigate } from './navigation.tsx';
import { useCarriedText, useOtherConsole } from './other-console.ts';
import { Palette } from './palette.tsx';
import type { PaletteChoice, PaletteSource } from './palette-sources.ts';
import { PersonMenu } from './person-menu.tsx';
import { PreferencesDialog } from './preferences-dialog.tsx';
import { useSession } from './session.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';
import { useShortcuts } from './shortcuts.tsx';

interface Place {
  readonly to: string;
  readonly text: string;
  /** Other words by which the palette finds it. */
  readonly terms?: string;
  readonly icon?: IconName;
  /** How many things wait there for the person, as text; absent if none do. */
  readonly waits?: string | undefined;
  /** What they are, for those who hear the page. */
  readonly waitsAs?: string;
  /** The key that opens the screen after `g`. */
  readonly key?: string;
  readonly isShown?: boolean;
}

/** Pages that belong together. A group without a title is the first. */
export interface PlaceGroup {
  readonly title?: string;
  readonly places: readonly Place[];
}

interface ShellProps {
  readonly name: string;
  readonly groups: readonly PlaceGroup[];
  /** What the palette finds beside pages and actions. */
  readonly sources?: readonly PaletteSource[];
  /** What a person can do on some page. */
  readonly actions?: readonly PaletteChoice[];
  /** A choice for all screens, beside the name, such as the publisher. */
  readonly scope?: ReactNode;
}

type Opened = 'preferences' | 'passkeys' | 'sessions' | 'help' | 'palette';

/** Header, navigation and the screen. */
export function Shell({ name, groups, sources = [], actions = [], scope }: ShellProps) {
  const { common, account } = useMessages();
  const { signOut, session } = useSession();
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [carried, forgetCarried] = useCarriedText();
  const [opened, setOpened] = useState<Opened | undefined>(carried === undefined ? undefined : 'palette');
  const otherConsole = useOtherConsole();
  const content = useRef<HTMLElement>(null);
  const shownGroups = groups
    .map((group) => ({ ...group, places: group.places.filter(({ isShown = true }) => isShown) }))
    .filter(({ places }) => places.length > 0);
  const shown = shownGroups.flatMap(({ places }) => places);

  /** Not over another dialog, which would lose what was typed in it. */
  const openPalette = () => {
    if (document.querySelector('dialog[open]') === null) setOpened('palette');
  };
  useShortcuts([
    ...shown.flatMap(({ key, text, to }) =>
      key === undefined ? [] : [{ keys: `g ${key}`, text, run: () => navigate({ to }) }],
    ),
    { keys: '?', text: account.openHelp, run: () => setOpened('help') },
    { keys: 'Ctrl+k', text: common.palette, run: openPalette },
  ]);
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    setMenuOpen(false);
    content.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [path]);

  const close = () => {
    setOpened(undefined);
    forgetCarried();
  };
  const choices: readonly Choice[] = [
    ...shown.map(({ to, text, terms, waits }) => ({
      key: `page ${to}`,
      group: common.palettePages,
      text,
      terms,
      more: waits,
      run: () => void navigate({ to }),
    })),
    ...(
      [
        [account.preferences, () => setOpened('preferences')],
        [account.sessions, () => setOpened('sessions')],
        [account.signOut, () => void signOut()],
      ] as const
    ).map(([text, run]) => ({ key: `own ${text}`, group: account.person, text, run })),
  ];
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {common.skipToContent}
      </a>
      <header className="head">
        <button
          type="button"
          className="button quiet menu-button"
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
        <button
          type="button"
          className="button search-button"
          aria-keyshortcuts="Control+K"
          onClick={() => setOpened('palette')}
        >
          <Icon name="search" /> <span className="menu-text">{common.palette}</span>
          <span aria-hidden="true" className="key">
            Ctrl K
          </span>
        </button>
        <PersonMenu
          onPreferences={() => setOpened('preferences')}
          onPasskeys={() => setOpened('passkeys')}
          onSessions={() => setOpened('sessions')}
          onHelp={() => setOpened('help')}
        />
      </header>
      <nav id="navigation" className={isMenuOpen ? 'places open' : 'places'} aria-label={common.menu}>
        <div className="places-inside">
          {shownGroups.map(({ title, places }, index) => (
            <Group key={title ?? index} id={`places-${index}`} title={title} places={places} />
          ))}
          {session.otherConsole !== undefined && (
            <a className="place other-console" href={session.otherConsole}>
              <Icon name="leave" />
              {session.console === 'operators' ? common.mediationConsole : common.operatorsConsole}
            </a>
          )}
        </div>
      </nav>
      <main id="content" className="content" ref={content} tabIndex={-1}>
        <Outlet />
      </main>
      {opened === 'preferences' && <PreferencesDialog onClose={close} />}
      {opened === 'passkeys' && <MyPasskeys onClose={close} />}
      {opened === 'sessions' && <MySessions onClose={close} />}
      {opened === 'help' && <ShortcutHelp onClose={close} />}
      {opened === 'palette' && (
        <Palette
          choices={choices}
          actions={actions}
          first={carried ?? ''}
          sources={[...sources, otherConsole]}
          onClose={close}
        />
      )}
    </div>
  );
}

interface GroupProps {
  readonly id: string;
  readonly title: string | undefined;
  readonly places: readonly Place[];
}

function Group({ id, title, places }: GroupProps) {
  const { common } = useMessages();
  return (
    <div className="place-group">
      {title !== undefined && (
        <div className="place-title" id={id}>
          {title}
        </div>
      )}
      <ul className="plain" aria-labelledby={title === undefined ? undefined : id}>
        {places.map(({ to, text, icon, waits, waitsAs = common.waiting }) => (
          <li key={to} className="place-row">
            <Link
              to={to}
              className="place"
              activeOptions={{ exact: to === '/' }}
              activeProps={{ 'aria-current': 'page' }}
            >
              {icon && <Icon name={icon} />}
              {text}
            </Link>
            {waits !== undefined && (
              <span className="waits">
                {waits} <span className="hidden-visually">{waitsAs}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
