import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { Choice } from '../kit/choice-box.tsx';
import { Icon, type IconName } from '../kit/icons.tsx';
import { useSay } from '../kit/messages.tsx';
import { Modal } from '../kit/modal.tsx';
import { useMessages } from '../messages/index.ts';
import { useCarried } from './carried.ts';
import { MySessions } from './my-sessions.tsx';
import { Link, useNavigate } from './navigation.tsx';
import type { Palette as PaletteOf } from './palette.tsx';
import type { PaletteChoice, PaletteSource, PaletteStep } from './palette-sources.ts';
import { PersonMenu } from './person-menu.tsx';
import { PreferencesDialog } from './preferences-dialog.tsx';
import { SearchForContext } from './search-for.ts';
import { useSession } from './session.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';
import { useShortcuts } from './shortcuts.tsx';

const MyPasskeys = lazy(async () => ({ default: (await import('./my-passkeys.tsx')).MyPasskeys }));

interface Place {
  readonly to: string;
  /** By which a link of the other console opens it. */
  readonly name: string;
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
}

/** Pages that belong together. A group without a title is the first. */
interface PlaceGroup {
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
  /** The same on a phone: above the screen, with which it scrolls away. */
  readonly scopeAbove?: ReactNode;
}

type Opened = 'preferences' | 'passkeys' | 'sessions' | 'help' | 'palette';

/** Header, navigation and the screen. */
export function Shell({ name, groups, sources = [], actions = [], scope, scopeAbove }: ShellProps) {
  const { common, account } = useMessages();
  const { signOut, session } = useSession();
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [carried, forgetCarried] = useCarried('search');
  const [wanted, forgetWanted] = useCarried('open');
  const [step, setStep] = useState<PaletteStep>();
  const [opened, setOpened] = useState<Opened | undefined>(carried === undefined ? undefined : 'palette');
  const content = useRef<HTMLElement>(null);
  const shown = groups.flatMap(({ places }) => places);

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
  const say = useSay();
  const [Palette, setPalette] = useState<typeof PaletteOf>();
  /** What was typed before the palette was there. */
  const [early, setEarly] = useState('');
  const isPalette = opened === 'palette';
  const searchFor = useCallback((text: string) => {
    setEarly(text);
    setOpened('palette');
  }, []);
  // No first screen needs it, so it comes after that. Opening it tries again what failed. Some browsers do that only after the
  // page was loaded again, which the message asks for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when the page is there, and when it opens.
  useEffect(() => {
    let isOver = false;
    const fail = () => {
      if (isOver || !isPalette) return;
      close();
      say(common.paletteFailed);
    };
    if (!Palette) import('./palette.tsx').then((loaded) => setPalette(() => loaded.Palette), fail);
    return () => {
      isOver = true;
    };
  }, [isPalette]);
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
    setStep(undefined);
    setEarly('');
    forgetCarried();
  };
  const pages: readonly Choice[] = shown.map(({ name: page, to, text, terms, waits }) => ({
    key: `page ${page}`,
    group: common.palettePages,
    text,
    terms,
    more: waits,
    run: () => void navigate({ to }),
  }));
  // What the dialog can change finds it, too.
  const { scheme, schemes, zone, zones } = account;
  const ofPreferences = [scheme, zone, ...Object.values(schemes), ...Object.values(zones)].join(' ');
  const choices: readonly Choice[] = [
    ...pages,
    ...(
      [
        [account.preferences, () => setOpened('preferences'), ofPreferences],
        [account.sessions, () => setOpened('sessions'), undefined],
        [account.signOut, () => void signOut(), undefined],
      ] as const
    ).map(([text, run, terms]) => ({ key: `own ${text}`, group: account.person, text, run, terms })),
  ];

  // Any website may have made the address, so it opens a page or a dialog, and does nothing.
  const chosen = [...pages, ...actions].find(({ key }) => key === wanted);
  const isFound = chosen !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is found.
  useEffect(() => {
    if (!chosen) return;
    forgetWanted();
    if ('asks' in chosen) {
      setStep(chosen.asks);
      setOpened('palette');
    } else chosen.run();
  }, [isFound]);
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
          {groups.map(({ title, places }, index) => (
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
      {scopeAbove && <div className="scope-above">{scopeAbove}</div>}
      <main id="content" className="content" ref={content} tabIndex={-1}>
        <SearchForContext value={searchFor}>
          <Outlet />
        </SearchForContext>
      </main>
      {opened === 'preferences' && <PreferencesDialog onClose={close} />}
      {opened === 'passkeys' && (
        <Suspense>
          <MyPasskeys onClose={close} />
        </Suspense>
      )}
      {opened === 'sessions' && <MySessions onClose={close} />}
      {opened === 'help' && <ShortcutHelp onClose={close} />}
      {isPalette && !Palette && (
        <Modal title={common.palette} onClose={close}>
          <input
            className="input"
            aria-label={common.palette}
            placeholder={common.paletteHint}
            autoComplete="off"
            spellCheck={false}
            value={early}
            onChange={({ target }) => setEarly(target.value)}
          />
        </Modal>
      )}
      {isPalette && Palette && (
        <Palette
          choices={choices}
          actions={actions}
          first={carried ?? ''}
          early={early}
          step={step}
          sources={sources}
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
              <span className="waits" title={waitsAs}>
                {waits} <span className="hidden-visually">{waitsAs}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
