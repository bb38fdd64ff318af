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
  /** What people call it, or what is on it. */
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
  { pages: [{ to: 'home', terms: 'experiments dashboard', name: 'overview', key: 'h', icon: 'home' }] },
  {
    title: 'waterfalls',
    pages: [
      {
        to: 'groups',
        terms: 'waterfall lines prices CPM targeting regions countries priority IDFA ad units experiments',
        name: 'groups',
        key: 'g',
        icon: 'layers',
      },
      { to: 'mappings', terms: 'adapters keys placements', name: 'mappings', key: 'm', icon: 'link' },
      { to: 'ad-sources', terms: 'networks adapters', name: 'sources', key: 's', icon: 'plug' },
      { to: 'inventory', terms: 'apps ad units', name: 'inventory', key: 'i', icon: 'grid' },
    ],
  },
  {
    title: 'insight',
    pages: [
      {
        to: 'reports',
        terms: 'revenue earnings eCPM fill rate impressions clicks statistics',
        name: 'reports',
        key: 'r',
        icon: 'chart',
      },
      { to: 'changes', terms: 'history audit', name: 'changes', key: 'c', icon: 'clock' },
      { to: 'lint', name: 'lint', terms: 'lint errors warnings hints', key: 'l', icon: 'warning' },
    ],
  },
];
