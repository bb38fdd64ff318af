import { type PlaceGroup, Shell } from '../frame/shell.tsx';
import { useMessages } from '../messages/index.ts';
import { useMayCall } from './api.ts';
import { usePalette } from './palette/use-palette.ts';
import { useWord } from './parts/worded/columns.tsx';
import { useHasScreen } from './parts-of-server.tsx';
import { OTHER_LISTS, titleOf } from './screens/other/other-lists.ts';
import { useWaiting } from './waiting.ts';

export function OperatorsShell() {
  const { common, operatorsFrame: names } = useMessages();
  const mayCall = useMayCall();
  const has = useHasScreen();
  const word = useWord();
  const waiting = useWaiting();
  const palette = usePalette();
  const { groups: titles } = names;
  const groups: readonly PlaceGroup[] = [
    { places: [{ to: '/', text: names.today, key: 't', icon: 'home' }] },
    {
      title: titles.work,
      places: [
        { to: '/reviews', text: names.reviews, key: 'r', icon: 'review', waits: waiting.reviews },
        { to: '/approvals', text: names.approvals, key: 'a', icon: 'approve', waits: waiting.approvals },
        {
          to: '/notifications',
          text: names.notifications,
          key: 'n',
          icon: 'bell',
          waits: waiting.notifications,
        },
      ],
    },
    {
      title: titles.people,
      places: [
        { to: '/holders', text: names.holders, key: 'h', icon: 'person' },
        { to: '/credentials', text: names.credentials, key: 'c', icon: 'card' },
        { to: '/devices', text: names.devices, key: 'd', icon: 'device' },
        { to: '/holds', text: names.holds, key: 'o', icon: 'lock' },
      ],
    },
    {
      title: titles.evidence,
      places: [
        { to: '/audit-log', text: names.auditLog, key: 'l', icon: 'book' },
        { to: '/explain', text: names.explain, key: 'x', icon: 'explain' },
      ],
    },
    {
      title: titles.trust,
      places: [
        { to: '/keys', text: names.keys, key: 'k', icon: 'key', waits: waiting.keys },
        { to: '/status-lists', text: names.statusLists, key: 'b', icon: 'list' },
      ],
    },
    {
      title: titles.administration,
      places: [
        { to: '/users', text: names.users, key: 'u', icon: 'people', isShown: mayCall('listUsers') },
        { to: '/clients', text: names.clients, key: 'i', icon: 'plug' },
        { to: '/publishers', text: names.publishers, key: 'p', icon: 'building' },
        { to: '/settings', text: names.settings, key: 's', icon: 'settings' },
        ...OTHER_LISTS.map((name) => ({
          to: `/lists/${name}`,
          text: word(titleOf(name)),
          icon: 'list' as const,
          isShown: mayCall(name),
        })),
      ],
    },
  ];
  return (
    <Shell
      name={common.operatorsConsole}
      {...palette}
      groups={groups.map(({ places, ...group }) => ({
        ...group,
        places: places.filter(({ to }) => has(to)),
      }))}
    />
  );
}
