import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { listSearch } from '../frame/list-state.ts';
import { NotFound } from '../frame/not-found.tsx';
import { OperatorsShell } from './operators-shell.tsx';
import { Reviews } from './screens/reviews.tsx';

const root = createRootRoute({ component: OperatorsShell, notFoundComponent: NotFound });

const routes = [
  createRoute({ getParentRoute: () => root, path: '/', component: Reviews, validateSearch: listSearch }),
  createRoute({
    getParentRoute: () => root,
    path: '/reviews',
    component: Reviews,
    validateSearch: listSearch,
  }),
];

export const router = createRouter({ routeTree: root.addChildren(routes), basepath: '/console' });
