import type { MethodName } from '../../../src/admin/contract/index.ts';
import type { IconName } from '../kit/icons.tsx';
import type { operatorsFrame } from '../messages/operators-frame.ts';

interface Page {
  readonly to: string;
  readonly name: Exclude<keyof typeof operatorsFrame, 'groups'>;
  readonly key: string;
  readonly icon: IconName;
  /** The method without which the server, or the person, has no such page. */
  readonly needs?: MethodName;
}

interface PageGroup {
  readonly title?: keyof typeof operatorsFrame.groups;
  readonly pages: readonly Page[];
}

/** The pages in the menu. */
export const PAGES: readonly PageGroup[] = [
  { pages: [{ to: '/', name: 'today', key: 't', icon: 'home' }] },
  {
    title: 'work',
    pages: [
      { to: '/reviews', name: 'reviews', key: 'r', icon: 'review', needs: 'listProofings' },
      { to: '/approvals', name: 'approvals', key: 'a', icon: 'approve' },
      { to: '/notifications', name: 'notifications', key: 'n', icon: 'bell', needs: 'listNotifications' },
    ],
  },
  {
    title: 'people',
    pages: [
      { to: '/holders', name: 'holders', key: 'h', icon: 'person', needs: 'listHolders' },
      { to: '/credentials', name: 'credentials', key: 'c', icon: 'card', needs: 'listCredentials' },
      { to: '/devices', name: 'devices', key: 'd', icon: 'device', needs: 'listDevices' },
      { to: '/holds', name: 'holds', key: 'o', icon: 'lock', needs: 'listHolds' },
    ],
  },
  {
    title: 'evidence',
    pages: [
      { to: '/audit-log', name: 'auditLog', key: 'l', icon: 'book' },
      { to: '/explain', name: 'explain', key: 'x', icon: 'explain' },
    ],
  },
  {
    title: 'trust',
    pages: [
      { to: '/keys', name: 'keys', key: 'k', icon: 'key' },
      { to: '/status-lists', name: 'statusLists', key: 'b', icon: 'list', needs: 'listStatusLists' },
    ],
  },
  {
    title: 'administration',
    pages: [
      { to: '/users', name: 'users', key: 'u', icon: 'people', needs: 'listUsers' },
      { to: '/clients', name: 'clients', key: 'i', icon: 'plug', needs: 'listOAuthClients' },
      { to: '/publishers', name: 'publishers', key: 'p', icon: 'building', needs: 'listPublishers' },
      { to: '/settings', name: 'settings', key: 's', icon: 'settings' },
    ],
  },
];
