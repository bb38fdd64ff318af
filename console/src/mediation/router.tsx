import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { FailedPage } from '../frame/failed-page.tsx';
import { listSearch } from '../frame/list-state.ts';
import { NotFound } from '../frame/not-found.tsx';
import { OfPublisher } from './account.tsx';
import { MediationShell } from './mediation-shell.tsx';
import { AdSources } from './screens/ad-sources.tsx';
import { Changes } from './screens/changes.tsx';
import { CompareGroups } from './screens/compare-groups.tsx';
import { Group } from './screens/group/group.tsx';
import { NewGroup } from './screens/group/new-group.tsx';
import { Groups } from './screens/groups.tsx';
import { Home } from './screens/home.tsx';
import { InventoryScreen } from './screens/inventory.tsx';
import { Lint } from './screens/lint.tsx';
import { Mappings } from './screens/mappings/mappings.tsx';
import { Overview } from './screens/overview/overview.tsx';
import { Reports } from './screens/reports/reports.tsx';

const root = createRootRoute({ component: MediationShell, notFoundComponent: NotFound });

const screen = (path: string, Screen: ComponentType) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: listSearch,
    component: () => (
      <OfPublisher>
        <Screen />
      </OfPublisher>
    ),
  });

const routes = [
  createRoute({ getParentRoute: () => root, path: '/', component: Home }),
  screen('/$publisher/home', Overview),
  screen('/$publisher/groups', Groups),
  screen('/$publisher/groups/new', NewGroup),
  screen('/$publisher/groups/compare', CompareGroups),
  screen('/$publisher/groups/$group', Group),
  screen('/$publisher/mappings', Mappings),
  screen('/$publisher/ad-sources', AdSources),
  screen('/$publisher/inventory', InventoryScreen),
  screen('/$publisher/reports', Reports),
  screen('/$publisher/changes', Changes),
  screen('/$publisher/lint', Lint),
];

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultErrorComponent: FailedPage,
  // Nothing of the group before is shown, or acted on, while another one is read.
  defaultRemountDeps: ({ params }) => params,
});
