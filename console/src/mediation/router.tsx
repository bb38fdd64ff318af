import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { listSearch } from '../frame/list-state.ts';
import { NotFound } from '../frame/not-found.tsx';
import { MediationShell } from './mediation-shell.tsx';
import { Groups } from './screens/groups.tsx';

const root = createRootRoute({ component: MediationShell, notFoundComponent: NotFound });

const routes = [
  createRoute({ getParentRoute: () => root, path: '/', component: Groups, validateSearch: listSearch }),
];

export const router = createRouter({ routeTree: root.addChildren(routes), basepath: '/console' });
