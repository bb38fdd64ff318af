import type { ReactNode } from 'react';
import { useMessages } from '../messages/index.ts';
import { typed } from './as-typed.ts';
import { Button } from './button.tsx';
import { useSay } from './messages.tsx';

interface CopyCommandProps {
  readonly command: string;
  readonly children: ReactNode;
}

/** Copies a command as it is typed where the server runs. */
export function CopyCommand({ command, children }: CopyCommandProps) {
  const { common } = useMessages();
  const say = useSay();
  const copy = async () => {
    await navigator.clipboard.writeText(typed(command));
    say(common.copied);
  };
  return (
    // A command is the same in every language, its name is not.
    <Button onClick={copy} title={typed(command)} translate="no">
      <span translate="yes">{children}</span>
    </Button>
  );
}
