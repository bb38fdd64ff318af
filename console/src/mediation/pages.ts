import type { IconName } from '../kit/icons.tsx';
import type { mediationFrame } from '../messages/mediation-frame.ts';

interface Page {
  /** Below the publisher. */
  readonly to: string;
  readonly name:
    | 'overview'
    | 'groups'
    | 'mappings'
    | 'sources'
    | 'inventory'
    | 'reports'
    | 'changes'
    | 'lint';
  /** As the interface and the command line name it. */
  readonly terms?: string;
  readonly key: string;
  readonly icon: IconName;
}

interface PageGroup {
  readonly title?: keyof typeof mediationFrame.titles;
  readonly pages: readonly Page[];
}

/** The pages in the menu. */
export const PAGES: readonly PageGroup[] = [
  { pages: [{ to: 'home', name: 'overview', key: 'h', icon: 'home' }] },
  {
    title: 'waterfalls',
    pages: [
      { to: 'groups', name: 'groups', key: 'g', icon: 'layers' },
      { to: 'mappings', name: 'mappings', key: 'm', icon: 'link' },
      { to: 'ad-sources', name: 'sources', key: 's', icon: 'plug' },
      { to: 'inventory', name: 'inventory', key: 'i', icon: 'grid' },
    ],
  },
  {
    title: 'insight',
    pages: [
      { to: 'reports', name: 'reports', key: 'r', icon: 'chart' },
      { to: 'changes', name: 'changes', key: 'c', icon: 'clock' },
      { to: 'lint', name: 'lint', terms: 'lint', key: 'l', icon: 'warning' },
    ],
  },
];
