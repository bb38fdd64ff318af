import '../styles/mediation.css';
import { Shell } from '../frame/shell.tsx';
import { useMessages } from '../messages/index.ts';
import { usePublisherId } from './account.tsx';
import { PublisherChooser } from './parts/publisher-chooser.tsx';

export function MediationShell() {
  const { common, mediationFrame: names } = useMessages();
  const publisher = usePublisherId();
  const isShown = publisher !== undefined;
  const at = (path: string) => `/${publisher}/${path}`;
  return (
    <Shell
      name={common.mediationConsole}
      scope={<PublisherChooser />}
      places={[
        { to: at('home'), text: names.overview, key: 'h', isShown },
        { to: at('groups'), text: names.groups, key: 'g', isShown },
        { to: at('mappings'), text: names.mappings, key: 'm', isShown },
        { to: at('ad-sources'), text: names.sources, key: 's', isShown },
        { to: at('inventory'), text: names.inventory, key: 'i', isShown },
        { to: at('reports'), text: names.reports, key: 'r', isShown },
        { to: at('changes'), text: names.changes, key: 'c', isShown },
        { to: at('lint'), text: names.lint, key: 'l', isShown },
      ]}
    />
  );
}
