import { Shell } from '../frame/shell.tsx';
import { useMessages } from '../messages/index.ts';
import { useMayCall } from './api.ts';
import { PAGES } from './pages.ts';
import { usePalette } from './palette/use-palette.ts';
import { useWord } from './parts/worded/columns.tsx';
import { OTHER_LISTS, titleOf } from './screens/other/other-lists.ts';
import { useWaiting } from './waiting.ts';

export function OperatorsShell() {
  const { common, operatorsFrame: names } = useMessages();
  const mayCall = useMayCall();
  const word = useWord();
  const waiting: Readonly<Record<string, string | undefined>> = useWaiting();
  const palette = usePalette();
  const others = OTHER_LISTS.filter(mayCall).map((name) => ({
    name,
    to: `/lists/${name}`,
    text: word(titleOf(name)),
    icon: 'list' as const,
  }));
  return (
    <Shell
      name={common.operatorsConsole}
      {...palette}
      groups={PAGES.map(({ title, pages }) => ({
        ...(title && { title: names.groups[title] }),
        places: [
          ...pages
            .filter(({ needs }) => needs === undefined || mayCall(needs))
            .map((page) => ({ ...page, text: names[page.name], waits: waiting[page.name] })),
          ...(title === 'administration' ? others : []),
        ],
      }))}
    />
  );
}
