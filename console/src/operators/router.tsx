import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FailedPage } from '../frame/failed-page.tsx';
import { listSearch } from '../frame/list-state.ts';
import { NotFound } from '../frame/not-found.tsx';
import { OperatorsShell } from './operators-shell.tsx';
import { OfServer } from './parts-of-server.tsx';
import { Approval } from './screens/approvals/approval.tsx';
import { Approvals } from './screens/approvals/approvals.tsx';
import { AuditLog } from './screens/audit-log/audit-log.tsx';
import { Client } from './screens/clients/client.tsx';
import { Clients } from './screens/clients/clients.tsx';
import { Credential } from './screens/credentials/credential.tsx';
import { Credentials } from './screens/credentials/credentials.tsx';
import { Device } from './screens/devices/device.tsx';
import { Devices } from './screens/devices/devices.tsx';
import { Explain } from './screens/explain/explain.tsx';
import { Holder } from './screens/holders/holder.tsx';
import { Holders } from './screens/holders/holders.tsx';
import { ImportHolders } from './screens/holders/import/import-holders.tsx';
import { Holds } from './screens/holds/holds.tsx';
import { Keys } from './screens/keys/keys.tsx';
import { Notifications } from './screens/notifications/notifications.tsx';
import { OtherList } from './screens/other/other-list.tsx';
import { Proofing } from './screens/proofing/proofing.tsx';
import { Publishers } from './screens/publishers/publishers.tsx';
import { Reviews } from './screens/reviews/reviews.tsx';
import { Settings } from './screens/settings/settings.tsx';
import { StatusLists } from './screens/status-lists/status-lists.tsx';
import { Today } from './screens/today/today.tsx';
import { User } from './screens/users/user.tsx';
import { Users } from './screens/users/users.tsx';

const root = createRootRoute({ component: OperatorsShell, notFoundComponent: NotFound });

const route = (path: string, Screen: () => ReactNode) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: () => (
      <OfServer path={path}>
        <Screen />
      </OfServer>
    ),
    validateSearch: listSearch,
  });

const routes = [
  route('/', Today),
  route('/reviews', Reviews),
  route('/reviews/$id', Proofing),
  route('/holders', Holders),
  route('/holders/import', ImportHolders),
  route('/holders/$id', Holder),
  route('/holds', Holds),
  route('/credentials', Credentials),
  route('/credentials/$id', Credential),
  route('/devices', Devices),
  route('/devices/$id', Device),
  route('/notifications', Notifications),
  route('/explain', Explain),
  route('/status-lists', StatusLists),
  route('/keys', Keys),
  route('/approvals', Approvals),
  route('/approvals/$id', Approval),
  route('/audit-log', AuditLog),
  route('/users', Users),
  route('/users/$id', User),
  route('/clients', Clients),
  route('/clients/$id', Client),
  route('/publishers', Publishers),
  route('/settings', Settings),
  route('/lists/$method', OtherList),
];

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultErrorComponent: FailedPage,
});
