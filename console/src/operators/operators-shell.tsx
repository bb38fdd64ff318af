import { Shell } from '../frame/shell.tsx';
import { useMessages } from '../messages/index.ts';
import { useMayCall } from './api.ts';
import { useWord } from './parts/worded/columns.tsx';
import { useHasScreen } from './parts-of-server.tsx';
import { OTHER_LISTS, titleOf } from './screens/other/other-lists.ts';

export function OperatorsShell() {
  const { common, operatorsFrame: names } = useMessages();
  const mayCall = useMayCall();
  const has = useHasScreen();
  const word = useWord();
  return (
    <Shell
      name={common.operatorsConsole}
      places={[
        { to: '/', text: names.today, key: 't' },
        { to: '/reviews', text: names.reviews, key: 'r' },
        { to: '/holders', text: names.holders, key: 'h' },
        { to: '/holds', text: names.holds, key: 'o' },
        { to: '/credentials', text: names.credentials, key: 'c' },
        { to: '/devices', text: names.devices, key: 'd' },
        { to: '/explain', text: names.explain, key: 'x' },
        { to: '/notifications', text: names.notifications, key: 'n' },
        { to: '/status-lists', text: names.statusLists, key: 'b' },
        { to: '/keys', text: names.keys, key: 'k' },
        { to: '/approvals', text: names.approvals, key: 'a' },
        { to: '/audit-log', text: names.auditLog, key: 'l' },
        { to: '/users', text: names.users, key: 'u', isShown: mayCall('listUsers') },
        { to: '/clients', text: names.clients, key: 'i' },
        { to: '/publishers', text: names.publishers, key: 'p' },
        { to: '/settings', text: names.settings, key: 's' },
        ...OTHER_LISTS.map((name) => ({
          to: `/lists/${name}`,
          text: word(titleOf(name)),
          isShown: mayCall(name),
        })),
      ].filter(({ to }) => has(to))}
    />
  );
}
