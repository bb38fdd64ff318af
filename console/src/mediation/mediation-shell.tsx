import '../styles/mediation.css';
import { Shell } from '../frame/shell.tsx';
import { useMessages } from '../messages/index.ts';
import { usePublisherId } from './account.tsx';
import { usePalette } from './palette-sources.ts';
import { PublisherChooser } from './parts/publisher-chooser.tsx';
import { useWaiting } from './waiting.ts';

export function MediationShell() {
  const { common, mediationFrame: names } = useMessages();
  const publisher = usePublisherId();
  const palette = usePalette(publisher);
  const waiting = useWaiting(publisher);
  const isShown = publisher !== undefined;
  const at = (path: string) => `/${publisher}/${path}`;
  return (
    <Shell
      name={common.mediationConsole}
      scope={<PublisherChooser />}
      {...palette}
      groups={[
        { places: [{ to: at('home'), text: names.overview, key: 'h', icon: 'home', isShown }] },
        {
          title: names.titles.waterfalls,
          places: [
            {
              to: at('groups'),
              text: names.groups,
              key: 'g',
              icon: 'layers',
              ...waiting.groups,
              isShown,
            },
            { to: at('mappings'), text: names.mappings, key: 'm', icon: 'link', isShown },
            { to: at('ad-sources'), text: names.sources, key: 's', icon: 'plug', isShown },
            { to: at('inventory'), text: names.inventory, key: 'i', icon: 'grid', isShown },
          ],
        },
        {
          title: names.titles.insight,
          places: [
            { to: at('reports'), text: names.reports, key: 'r', icon: 'chart', isShown },
            { to: at('changes'), text: names.changes, key: 'c', icon: 'clock', isShown },
            {
              to: at('lint'),
              text: names.lint,
              // As the interface and the command line name it.
              terms: 'lint',
              key: 'l',
              icon: 'warning',
              ...waiting.lint,
              isShown,
            },
          ],
        },
      ]}
    />
  );
}
