import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { FailedPage } from '../frame/failed-page.tsx';
import { listSearch } from '../frame/list-state.ts';
import { NotFound } from '../frame/not-found.tsx';
import { Loading } from '../kit/states.tsx';
import { OperatorsShell } from './operators-shell.tsx';
import { OfServer } from './parts-of-server.tsx';
import { Holders } from './screens/holders/holders.tsx';
import { Reviews } from './screens/reviews/reviews.tsx';
import { Today } from './screens/today/today.tsx';

type Screen = ComponentType & { readonly preload?: () => Promise<unknown> };

/**
 * A screen that is loaded when it is opened: those of every day are in the page already. React shows a screen that a `Suspense`
 * waited for 300 ms after the placeholder at the earliest, which is longer than loading takes. So this is not `lazy`.
 */
function lazily(load: () => Promise<() => ReactNode>): Screen {
  let loaded: (() => ReactNode) | undefined;
  let loading: Promise<() => ReactNode> | undefined;
  const preload = () => {
    loading ??= load().then(
      (screen) => {
        loaded = screen;
        return screen;
      },
      (error: unknown) => {
        // The next visit tries again.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const Later = () => {
    const [Shown, setShown] = useState(() => loaded);
    const [failure, setFailure] = useState<{ readonly error: unknown }>();
    useEffect(() => {
      if (Shown) return;
      preload().then(
        (screen) => setShown(() => screen),
        (error: unknown) => setFailure({ error }),
      );
    }, [Shown]);
    if (failure) throw failure.error;
    return Shown ? <Shown /> : <Loading />;
  };
  return Object.assign(Later, { preload });
}

const Approval = lazily(async () => (await import('./screens/approvals/approval.tsx')).Approval);
const Approvals = lazily(async () => (await import('./screens/approvals/approvals.tsx')).Approvals);
const AuditLog = lazily(async () => (await import('./screens/audit-log/audit-log.tsx')).AuditLog);
const Client = lazily(async () => (await import('./screens/clients/client.tsx')).Client);
const Clients = lazily(async () => (await import('./screens/clients/clients.tsx')).Clients);
const Explain = lazily(async () => (await import('./screens/explain/explain.tsx')).Explain);
const ImportHolders = lazily(
  async () => (await import('./screens/holders/import/import-holders.tsx')).ImportHolders,
);
const Holds = lazily(async () => (await import('./screens/holds/holds.tsx')).Holds);
const Keys = lazily(async () => (await import('./screens/keys/keys.tsx')).Keys);
const OtherList = lazily(async () => (await import('./screens/other/other-list.tsx')).OtherList);
const Publishers = lazily(async () => (await import('./screens/publishers/publishers.tsx')).Publishers);
const Settings = lazily(async () => (await import('./screens/settings/settings.tsx')).Settings);
const StatusLists = lazily(async () => (await import('./screens/status-lists/status-lists.tsx')).StatusLists);
const User = lazily(async () => (await import('./screens/users/user.tsx')).User);
const Credential = lazily(async () => (await import('./screens/credentials/credential.tsx')).Credential);
const Credentials = lazily(async () => (await import('./screens/credentials/credentials.tsx')).Credentials);
const Device = lazily(async () => (await import('./screens/devices/device.tsx')).Device);
const Devices = lazily(async () => (await import('./screens/devices/devices.tsx')).Devices);
const Holder = lazily(async () => (await import('./screens/holders/holder.tsx')).Holder);
const Notifications = lazily(
  async () => (await import('./screens/notifications/notifications.tsx')).Notifications,
);
const Proofing = lazily(async () => (await import('./screens/proofing/proofing.tsx')).Proofing);
const Users = lazily(async () => (await import('./screens/users/users.tsx')).Users);

const root = createRootRoute({ component: OperatorsShell, notFoundComponent: NotFound });

const SCREENS: Readonly<Record<string, Screen>> = {
  '/': Today,
  '/reviews': Reviews,
  '/reviews/$id': Proofing,
  '/holders': Holders,
  '/holders/import': ImportHolders,
  '/holders/$id': Holder,
  '/holds': Holds,
  '/credentials': Credentials,
  '/credentials/$id': Credential,
  '/devices': Devices,
  '/devices/$id': Device,
  '/notifications': Notifications,
  '/explain': Explain,
  '/status-lists': StatusLists,
  '/keys': Keys,
  '/approvals': Approvals,
  '/approvals/$id': Approval,
  '/audit-log': AuditLog,
  '/users': Users,
  '/users/$id': User,
  '/clients': Clients,
  '/clients/$id': Client,
  '/publishers': Publishers,
  '/settings': Settings,
  '/lists/$method': OtherList,
};

const routes = Object.entries(SCREENS).map(([path, Screen]) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: () => (
      <OfServer path={path}>
        <Screen />
      </OfServer>
    ),
    validateSearch: listSearch,
    // Nothing of the person before is shown, or acted on, while another one is read. The next proofing comes without a jump.
    remountDeps: ({ params }) => (path === '/reviews/$id' ? path : params),
  }),
);

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultErrorComponent: FailedPage,
});

// The screen that the address names is loaded while the session is read. A failure is shown where the screen is.
// The router also finds the screen above an address that has none, and gives the rest of the address as `**`.
const [, parts, route] = router.getMatchedRoutes(router.latestLocation.pathname);
if (!('**' in parts)) SCREENS[route?.fullPath]?.preload?.().catch(() => {});
