import '../styles/mediation.css';
import { useSyncExternalStore } from 'react';
import { Shell } from '../frame/shell.tsx';
import { useMessages } from '../messages/index.ts';
import { usePublisherId } from './account.tsx';
import { PAGES } from './pages.ts';
import { usePalette } from './palette-sources.ts';
import { PublisherChooser } from './parts/publisher-chooser.tsx';
import { useWaiting } from './waiting.ts';

const NARROW = matchMedia('(max-width: 640px)');

function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      NARROW.addEventListener('change', onChange);
      return () => NARROW.removeEventListener('change', onChange);
    },
    () => NARROW.matches,
  );
}

export function MediationShell() {
  const { common, mediationFrame: names } = useMessages();
  const publisher = usePublisherId();
  const palette = usePalette(publisher);
  const waiting: Readonly<Record<string, object>> = useWaiting(publisher);
  const groups = PAGES.map(({ title, pages }) => ({
    ...(title && { title: names.titles[title] }),
    places: pages.map((page) => ({
      ...page,
      ...waiting[page.name],
      to: `/${publisher}/${page.to}`,
      text: names[page.name],
    })),
  }));
  return (
    <Shell
      name={common.mediationConsole}
      {...{ [useIsNarrow() ? 'scopeAbove' : 'scope']: <PublisherChooser /> }}
      {...palette}
      groups={publisher === undefined ? [] : groups}
    />
  );
}
